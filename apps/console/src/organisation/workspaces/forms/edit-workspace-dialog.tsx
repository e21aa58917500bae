import {
  deleteWorkspaceNamespaceBindingsRoute,
  getWorkspaceRoute,
  patchWorkspaceRoute,
  setResourceQuotasRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { ConfirmDialog, FormDialog } from '#ui/primitives/dialog.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { workspaceRights } from '../shared/workspace-rights.ts';
import { clusterChangesOf } from './cluster-fields.ts';
import { ClusterParts, type ClusterSettings, useClusterSettings } from './cluster-settings.tsx';
import styles from './edit-workspace-dialog.module.css';
import { changesOf, fieldsOf, type WorkspaceFields, workspaceChecks } from './workspace-fields.ts';

/** A workspace's configuration: to change where one may, else to look at. */
export function EditWorkspaceDialog({ subjects: [{ id }], onClose }: AskProps<Workspace>) {
  // Lists come without the checkpoint storage.
  const query = useCallQuery(getWorkspaceRoute, { id });
  const latest = query.isFetching ? undefined : (query.data?.workspace ?? undefined);
  // What others change meanwhile is not taken back by what the form shows.
  const [workspace, setWorkspace] = useState(latest);
  if (!workspace && latest) setWorkspace(latest);
  const nowOfClusters = useClusterSettings(id);
  const [ofClusters, setOfClusters] = useState(nowOfClusters);
  if (!ofClusters && nowOfClusters) setOfClusters(nowOfClusters);
  if (workspace && ofClusters) return <WorkspaceForm workspace={workspace} ofClusters={ofClusters} onClose={onClose} />;
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

interface WorkspaceFormProps {
  workspace: Workspace;
  ofClusters: ClusterSettings;
  onClose: () => void;
}

function WorkspaceForm({ workspace, ofClusters, onClose }: WorkspaceFormProps) {
  const rights = workspaceRights(workspace, useMay());
  const edit = useEdit(workspace, ofClusters);
  const form = useForm({ initialValues: fieldsOf(workspace, ofClusters.fields), validate: workspaceChecks });
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
      onSubmit={form.onSubmit((fields) => edit.mutate(fields, { onSuccess: onClose }), focusFirstError(form))}
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
          description={worded`YAML, as in an experiment's configuration. A masked secret stays as it is.`}
          withAsterisk
          rows={6}
          spellCheck={false}
          disabled={!rights.storage}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('storage')}
        />
      ) : null}
      {hadStorage && !setsStorage ? (
        <p className="muted">{worded`Experiments made from now on use the cluster's storage. Those that exist keep theirs.`}</p>
      ) : null}
      <ClusterParts form={form} settings={ofClusters} rights={rights} />
    </FormDialog>
  );
}

/** A quota is the namespace's, so that comes first. After a failure all may be asked once more. */
function useEdit(workspace: Workspace, ofClusters: ClusterSettings) {
  const { id } = workspace;
  const patch = useCall(patchWorkspaceRoute);
  const unbind = useCall(deleteWorkspaceNamespaceBindingsRoute);
  const limit = useCall(setResourceQuotasRoute);
  return useMutation({
    mutationFn: async (fields: WorkspaceFields) => {
      const { bound, unbound, quotas } = clusterChangesOf(fields.clusters, ofClusters.fields);
      await patch.mutateAsync({ id, workspace: { ...changesOf(fields, workspace), clusterNamespaceMeta: bound } });
      if (unbound.length > 0) await unbind.mutateAsync({ workspaceId: id, clusterNames: unbound });
      if (Object.keys(quotas).length > 0) await limit.mutateAsync({ id, clusterQuotaPairs: quotas });
    },
  });
}
