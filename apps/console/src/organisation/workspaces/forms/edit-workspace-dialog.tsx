import { getWorkspaceRoute, patchWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { useMay } from '#platform/session/may.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { ConfirmDialog, FormDialog } from '#ui/primitives/dialog.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { workspaceRights } from '../shared/workspace-rights.ts';
import styles from './edit-workspace-dialog.module.css';
import { changesOf, fieldsOf, workspaceChecks } from './workspace-fields.ts';

/** A workspace's configuration: to change where one may, else to look at. */
export function EditWorkspaceDialog({ subjects: [{ id }], onClose }: AskProps<Workspace>) {
  // Lists come without the checkpoint storage.
  const query = useCallQuery(getWorkspaceRoute, { id });
  const latest = query.isFetching ? undefined : (query.data?.workspace ?? undefined);
  // What others change meanwhile is not taken back by what the form shows.
  const [workspace, setWorkspace] = useState(latest);
  if (!workspace && latest) setWorkspace(latest);
  if (workspace) return <WorkspaceForm workspace={workspace} onClose={onClose} />;
  if (!query.error || query.isFetching) return null;
  return (
    <ConfirmDialog
      title="Workspace Config"
      confirm="Retry"
      onConfirm={() => void query.refetch()}
      onClose={onClose}
      problem={messageOf(query.error)}
    >
      Unable to fetch workspace
    </ConfirmDialog>
  );
}

function WorkspaceForm({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const rights = workspaceRights(workspace, useMay());
  const edit = useCall(patchWorkspaceRoute);
  const form = useForm({ initialValues: fieldsOf(workspace), validate: workspaceChecks });
  const { setsAgent, setsStorage } = form.values;
  const hadStorage = Boolean(workspace.checkpointStorageConfig);
  const agent = { withAsterisk: true, autoComplete: 'off', disabled: !rights.agent };
  return (
    <FormDialog
      title={rights.any ? 'Edit Workspace' : 'Workspace Config'}
      submit={rights.any ? 'Save Changes' : undefined}
      working={edit.isPending}
      problem={edit.error ? `Unable to save workspace. ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (fields) => edit.mutate({ id: workspace.id, workspace: changesOf(fields, workspace) }, { onSuccess: onClose }),
        focusFirstError(form),
      )}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus={rights.name || undefined}
        autoComplete="off"
        disabled={!rights.name}
        {...form.getInputProps('name')}
      />
      <Switch checked={setsAgent} disabled={!rights.agent} onChange={(on) => form.setFieldValue('setsAgent', on)}>
        Tasks run as another user of the machines
      </Switch>
      {setsAgent ? (
        <div className={styles.pairs}>
          <TextInput label="Agent User ID" inputMode="numeric" {...agent} {...form.getInputProps('agentUid')} />
          <TextInput label="Agent User Name" {...agent} {...form.getInputProps('agentUser')} />
          <TextInput label="Agent Group ID" inputMode="numeric" {...agent} {...form.getInputProps('agentGid')} />
          <TextInput label="Agent Group Name" {...agent} {...form.getInputProps('agentGroup')} />
        </div>
      ) : null}
      <Switch checked={setsStorage} disabled={!rights.storage} onChange={(on) => form.setFieldValue('setsStorage', on)}>
        Checkpoints have a storage of their own
      </Switch>
      {setsStorage ? (
        <Textarea
          label="Checkpoint Storage"
          description="YAML, as in an experiment's configuration. A masked secret stays as it is."
          withAsterisk
          rows={6}
          spellCheck={false}
          disabled={!rights.storage}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('storage')}
        />
      ) : null}
      {hadStorage && !setsStorage ? (
        <p className="muted">Experiments made from now on use the cluster's storage. Those that exist keep theirs.</p>
      ) : null}
    </FormDialog>
  );
}
