import { everyProjectId } from '@determined/contract/limits.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import { deleteExperimentRoute, deleteExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { Trash } from 'lucide-react';
import { type AskProps, defineAction, type Offer, subjectWords, whereActs } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { type ExperimentSubject, experimentKind } from './experiment-subject.ts';

/** It keeps its place while it is being carried out. */
function deleteOffer(experiment: ExperimentSubject): Offer {
  if (experiment.state === 'STATE_DELETING') return { blocked: 'is being deleted' };
  return whereActs(experimentRule('delete', experiment));
}

export const deleteExperiment = defineAction({
  key: 'delete',
  label: 'Delete',
  icon: Trash,
  danger: true,
  kind: experimentKind,
  route: deleteExperimentRoute,
  request: ({ id }) => ({ experimentId: id }),
  many: async (experimentIds) =>
    (await call(deleteExperimentsRoute, { experimentIds, projectId: everyProjectId })).results,
  receipt: { kind: 'experiment', act: 'delete' },
  rule: deleteOffer,
  ask: async () => AskToDelete,
  shown: { state: 'STATE_DELETING' },
  leaves: true,
  get failed() {
    return worded`Unable to delete experiment`;
  },
});

function AskToDelete({ action, subjects, onClose }: AskProps<ExperimentSubject>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => perform(action, subjects),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${subjectWords(experimentKind, subjects)}?`}
      confirm={subjects.length === 1 ? worded`Delete Experiment` : worded`Delete Experiments`}
      danger
      working={isPending}
      problem={error ? `${deleteExperiment.failed}: ${messageOf(error)}` : null}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>Its metrics, logs, checkpoints and TensorBoard files are deleted. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
