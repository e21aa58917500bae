import { everyProjectId } from '@determined/contract/limits.ts';
import { getExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Action, type AskProps, countOf, subjectWords } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { call, useCallQuery } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { type ExperimentSubject, experimentKind } from '../actions/experiment-subject.ts';
import { type Destination, MoveForm } from '../shared/move-form.tsx';
import { useWorkspaceLink } from '../shared/use-workspace-link.tsx';

/** Into another project, of this workspace or of another. */
export function MoveExperimentDialog({ action, subjects, onClose }: AskProps<ExperimentSubject>) {
  const [experiments] = useState(subjects);
  const [experiment] = experiments;
  const now = useCallQuery(getExperimentRoute, { experimentId: experiment.id }).data?.experiment;
  const viewWorkspace = useWorkspaceLink();
  const move = useMutation({
    mutationFn: ({ projectId, workspaceId }: Destination) =>
      perform(moveTo(action, projectId, viewWorkspace(workspaceId)), experiments),
    onSuccess: (_, { projectName }) => {
      onClose();
      if (action.bulk) return;
      toast.done('Move Success', `Moved ${experiment.name} to ${projectName}.`);
    },
  });
  const go = (to: Destination) => {
    if (to.projectId === now?.projectId) {
      onClose();
      toast.warn('No changes to save.');
      return;
    }
    move.mutate(to);
  };
  return (
    <MoveForm
      title={`Move ${subjectWords(experimentKind, experiments)}`}
      submit={countOf(experiments) === 1 ? worded`Move Experiment` : worded`Move Experiments`}
      working={move.isPending}
      error={move.error}
      failed={action.failed}
      onClose={onClose}
      onMove={go}
    />
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
