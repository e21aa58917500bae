import { ApiError } from '@determined/contract/errors.ts';
import { moveProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { call, useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { canMoveProjectsTo } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { ProjectSubject } from '../actions/project-subject.ts';

/** Into another workspace, with everything in it. */
export function MoveProjectDialog({ subjects: [current], onClose }: AskProps<ProjectSubject>) {
  const [project] = useState(current);
  const workspaces = useDestinations(project);
  const move = useCall(moveProjectRoute);
  const form = useForm({
    initialValues: { workspace: '' },
    validate: { workspace: (id) => (id === '' ? 'Workspace is required' : null) },
  });
  const name = workspaces.known?.find(({ value }) => value === form.values.workspace)?.label;
  return (
    <FormDialog
      title={`Move ${project.name}`}
      submit="Move Project"
      working={move.isPending}
      problem={problemOf(move.error ?? workspaces.error)}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ workspace }) =>
          move.mutate(
            { projectId: project.id, destinationWorkspaceId: Number(workspace) },
            {
              onSuccess: () => {
                onClose();
                toast.undoable(`Moved ${project.name} to ${name}`, () => void moveBack(project));
              },
            },
          ),
        focusFirstError(form),
      )}
    >
      <p className="muted">
        {worded`Its experiments go with it. Who may see them is for the roles of the other workspace to say.`}
      </p>
      <NativeSelect
        label="Workspace"
        withAsterisk
        data-autofocus
        data={[{ value: '', label: 'Choose…' }, ...(workspaces.known ?? [])]}
        {...form.getInputProps('workspace')}
      />
    </FormDialog>
  );
}

/** The server's words, where it has some. */
function problemOf(error: Error | null): string | null {
  if (!error) return null;
  return error instanceof ApiError ? messageOf(error) : 'Unable to move project';
}

/** Workspaces that the reader may move a project to; those that cannot take it now are in sight, disabled. */
function useDestinations({ place }: ProjectSubject) {
  const may = useMay();
  const { data, error } = useCallQuery(getWorkspacesRoute, { sortBy: 'SORT_BY_NAME', limit: 0 });
  const known = data?.workspaces
    .filter(
      ({ id, userId, immutable }) =>
        !immutable && may(canMoveProjectsTo, { workspaceId: id, workspaceOwnerId: userId }),
    )
    .map(({ id, name, archived }) => ({ value: String(id), label: name, disabled: archived || id === place.id }));
  return { known, error };
}

async function moveBack({ id, place }: ProjectSubject): Promise<void> {
  const request = { projectId: id, destinationWorkspaceId: place.id };
  try {
    await call(moveProjectRoute, request);
  } catch (error) {
    reportError(error, { title: 'Unable to move project', message: messageOf(error) });
  } finally {
    void refresh(changesOf(moveProjectRoute, request));
  }
}
