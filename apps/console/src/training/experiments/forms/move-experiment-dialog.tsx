import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getWorkspaceProjectsRoute, getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getExperimentRoute, moveExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canMoveExperimentsTo } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { failedWords } from '../actions/arrange-words.ts';
import type { ExperimentSubject } from '../actions/experiment-subject.ts';

const uncategorized = String(uncategorizedWorkspaceId);
const none = { value: '', label: 'Choose…' };

/** Into another project, of this workspace or of another. */
export function MoveExperimentDialog({ subjects: [current], onClose }: AskProps<ExperimentSubject>) {
  const [experiment] = useState(current);
  const now = useCallQuery(getExperimentRoute, { experimentId: experiment.id }).data?.experiment;
  const form = useForm({
    initialValues: { workspace: '', project: '' },
    validate: {
      workspace: (id) => (id === '' ? 'Workspace is required' : null),
      project: (id, { workspace }) => (id === '' && workspace !== uncategorized ? 'Project is required' : null),
    },
  });
  const { workspace } = form.values;
  const destinations = useDestinations(workspace);
  const move = useCall(moveExperimentRoute);
  const error = move.error ?? destinations.error;
  const go = (destinationProjectId: number) => {
    if (destinationProjectId === now?.projectId) {
      onClose();
      toast.warn('No changes to save.');
      return;
    }
    const onSuccess = () => {
      onClose();
      toast.done('Move Success', `Moved ${experiment.name} to ${destinations.nameOf(destinationProjectId)}.`);
    };
    move.mutate({ experimentId: experiment.id, destinationProjectId }, { onSuccess });
  };
  return (
    <FormDialog
      title={`Move ${experiment.name}`}
      submit="Move Experiment"
      working={move.isPending}
      problem={error ? `${failedWords.move}: ${messageOf(error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (to) => go(to.workspace === uncategorized ? uncategorizedProjectId : Number(to.project)),
        focusFirstError(form),
      )}
    >
      <NativeSelect
        label="Workspace"
        withAsterisk
        data-autofocus
        data={[none, ...destinations.workspaces]}
        {...form.getInputProps('workspace')}
        onChange={(event) => form.setValues({ workspace: event.currentTarget.value, project: '' })}
      />
      {workspace === '' || workspace === uncategorized ? null : (
        <NativeSelect
          label="Project"
          withAsterisk
          data={[none, ...destinations.projects]}
          {...form.getInputProps('project')}
        />
      )}
    </FormDialog>
  );
}

/** Where the reader may move experiments to; what is archived is in sight and can't be chosen. */
function useDestinations(workspace: string) {
  const may = useMay();
  const all = useCallQuery(getWorkspacesRoute, { sortBy: 'SORT_BY_NAME', limit: 0 });
  const within = useCallQuery(
    getWorkspaceProjectsRoute,
    { id: Number(workspace), sortBy: 'SORT_BY_NAME', limit: 0 },
    { enabled: workspace !== '' && workspace !== uncategorized },
  );
  const option = ({ id, name, archived }: { id: number; name: string; archived: boolean }) => ({
    value: String(id),
    label: name,
    disabled: archived,
  });
  const projects = (within.data?.projects ?? []).map(option);
  return {
    workspaces: (all.data?.workspaces ?? [])
      .filter(({ id, userId }) => may(canMoveExperimentsTo, { workspaceId: id, workspaceOwnerId: userId }))
      .map(option),
    projects,
    nameOf: (projectId: number) => projects.find(({ value }) => value === String(projectId))?.label ?? 'Uncategorized',
    error: all.error ?? within.error,
  };
}
