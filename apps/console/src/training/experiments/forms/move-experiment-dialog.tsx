import { everyProjectId, uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getWorkspaceProjectsRoute, getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { defaultFirst } from '#organisation/shared/default-first.ts';
import { type Action, type AskProps, subjectWords } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { call, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canMoveExperimentsTo } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { type ExperimentSubject, experimentKind } from '../actions/experiment-subject.ts';

const uncategorized = String(uncategorizedWorkspaceId);
const none = { value: '', label: 'Choose…' };

/** Into another project, of this workspace or of another. */
export function MoveExperimentDialog({ action, subjects, onClose }: AskProps<ExperimentSubject>) {
  const [experiments] = useState(subjects);
  const [experiment] = experiments;
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
  const viewWorkspace = useWorkspaceLink();
  const move = useMutation({
    mutationFn: (projectId: number) =>
      perform(moveTo(action, projectId, viewWorkspace(Number(workspace))), experiments),
    onSuccess: (_, projectId) => {
      onClose();
      if (action.bulk) return;
      toast.done('Move Success', `Moved ${experiment.name} to ${destinations.nameOf(projectId)}.`);
    },
  });
  const error = move.error ?? destinations.error;
  const go = (destinationProjectId: number) => {
    if (destinationProjectId === now?.projectId) {
      onClose();
      toast.warn('No changes to save.');
      return;
    }
    move.mutate(destinationProjectId);
  };
  return (
    <FormDialog
      title={`Move ${subjectWords(experimentKind, experiments)}`}
      submit={experiments.length === 1 ? 'Move Experiment' : 'Move Experiments'}
      working={move.isPending}
      problem={error ? `${action.failed}: ${messageOf(error)}` : null}
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

/** The move to one project; a single one goes by its own call. */
function moveTo(action: Action<ExperimentSubject>, destinationProjectId: number, told: ReactNode): typeof action {
  return {
    ...action,
    request: ({ id }) => ({ experimentId: id, destinationProjectId }),
    many: async (experimentIds) =>
      // Their kind's ids are numbers.
      (
        await call(moveExperimentsRoute, {
          projectId: everyProjectId,
          experimentIds: experimentIds as number[],
          destinationProjectId,
        })
      ).results,
    bulk: action.bulk && { ...action.bulk, told },
    receipt: action.receipt && { ...action.receipt, given: { projectId: destinationProjectId } },
  };
}

/** A toast outlives its page: it stands outside of what knows the router. */
function useWorkspaceLink(): (workspaceId: number) => ReactNode {
  const router = useRouter();
  return (workspaceId) => {
    const to = {
      to: '/workspaces/$workspaceId/{-$tab}',
      params: { workspaceId: String(workspaceId), tab: undefined },
    } as const;
    return (
      <p>
        Successfully Moved.{' '}
        <a
          href={router.buildLocation(to).href}
          onClick={(event) => {
            event.preventDefault();
            void router.navigate(to);
          }}
        >
          View Workspace
        </a>
      </p>
    );
  };
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
    workspaces: defaultFirst(all.data?.workspaces ?? [])
      .filter(({ id, userId }) => may(canMoveExperimentsTo, { workspaceId: id, workspaceOwnerId: userId }))
      .map(option),
    projects,
    nameOf: (projectId: number) => projects.find(({ value }) => value === String(projectId))?.label ?? 'Uncategorized',
    error: all.error ?? within.error,
  };
}
