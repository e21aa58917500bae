import { everyProjectId } from '@determined/contract/limits.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { moveRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Action, type AskProps, countOf } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { call, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { type Destination, MoveForm } from '../../experiments/shared/move-form.tsx';
import { useWorkspaceLink } from '../../experiments/shared/use-workspace-link.tsx';
import type { RunSubject } from '../actions/run-subject.ts';

/** Into another project. A run of a search does not go without it: that is asked first. */
export function MoveRunsDialog({ action, subjects, onClose }: AskProps<RunSubject>) {
  const [runs] = useState(subjects);
  const [run] = runs;
  const [destination, setDestination] = useState<Destination>();
  const now = useCallQuery(getExperimentRoute, { experimentId: run.experiment.id }).data?.experiment;
  const viewWorkspace = useWorkspaceLink();
  const move = useMutation({
    mutationFn: ({ projectId, workspaceId }: Destination) =>
      perform(moveTo(action, projectId, viewWorkspace(workspaceId)), runs),
    onSuccess: onClose,
  });
  const count = countOf(runs);
  const ofSearches = runs.filter(({ multiTrial }) => multiTrial);
  // Where a run stands for others, these may be of other searches.
  const alone =
    new Set(ofSearches.map(({ experiment }) => experiment.id)).size === 1 && countOf(ofSearches) === ofSearches.length;
  const go = (to: Destination) => {
    if (to.projectId === now?.projectId) {
      onClose();
      toast.warn('No changes to save.');
    } else if (ofSearches.length > 0) setDestination(to);
    else move.mutate(to);
  };
  if (destination) {
    return (
      <ConfirmDialog
        title="Move Searches"
        confirm={alone ? 'Move Search' : 'Move Searches'}
        working={move.isPending}
        problem={move.error ? `${action.failed}: ${messageOf(move.error)}` : null}
        onConfirm={() => move.mutate(destination)}
        onClose={() => {
          onClose();
          toast.warn('Cancelled Move Action');
        }}
      >
        <p>
          {count === 1 ? 'This run is part of a search' : 'Some of these runs are parts of searches'}, which{' '}
          {alone ? 'moves' : 'move'} along with all of {alone ? 'its' : 'their'} runs, to {destination.projectName}.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <MoveForm
      title={count === 1 ? `Move Run ${run.id}` : `Move ${formatCount(count)} Runs`}
      submit={count === 1 ? 'Move Run' : 'Move Runs'}
      inactiveUntilChosen
      working={move.isPending}
      error={move.error}
      failed={action.failed}
      onClose={onClose}
      onMove={go}
    />
  );
}

function moveTo(action: Action<RunSubject>, destinationProjectId: number, told: ReactNode): typeof action {
  return {
    ...action,
    many: async (ids) =>
      (
        await call(moveRunsRoute, {
          // Their kind's ids are numbers.
          runIds: ids as number[],
          sourceProjectId: everyProjectId,
          destinationProjectId,
        })
      ).results,
    manyOnly: true,
    bulk: action.bulk && { ...action.bulk, told },
    receipt: action.receipt && { ...action.receipt, given: { projectId: destinationProjectId } },
  };
}
