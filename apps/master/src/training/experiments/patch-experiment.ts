import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type {
  PatchExperimentPatchCheckpointStorage,
  PatchExperimentPatchResources,
} from '@determined/contract/training/experiments-generated.ts';
import type { patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { wishForPolicies } from '../checkpoint-gc/shared/request-gc.ts';
import { type ExperimentRow, isEndedExperimentState, lockExperiment } from '../life/shared/experiment-state.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { checkChange } from './experiment-policies.ts';
import { shownExperiment } from './shared/experiment-view.ts';

/** Only what is given changes, on the row and in the configuration alike. Facts: platform semantics 1.9. */
export const patchExperiment: Handler<typeof patchExperimentRoute> = async ({ experiment: patch }, ctx) => {
  if (!patch) throw invalidArgument('experiment must be given');
  const { id, name, description, notes } = patch;
  if (name !== null && name.trim() === '') {
    throw invalidArgument('`name` must not be an empty or whitespace string');
  }
  const labels = patch.labels === null ? null : [...new Set(patch.labels)];
  await inTransaction(ctx.db, async (tx) => {
    const experiment = await lockExperiment(tx, id);
    if (!experiment) throw notFound('experiment', id);
    const job = patch.resources ? changedResources(experiment, patch.resources) : undefined;
    const retention = patch.checkpointStorage ? changedRetention(patch.checkpointStorage) : undefined;
    if (job || retention) await checkChange(tx, experiment, { job, retention }, asPatched(patch.resources?.priority));
    await editExperiment(tx, experiment, {
      name: name ?? undefined,
      description: description ?? undefined,
      notes: notes ?? undefined,
      labels: labels ?? undefined,
      job,
      checkpointStorage: retention && { ...experiment.config.checkpoint_storage, ...retention },
    });
    if (patch.checkpointStorage) await wishForPolicies(tx, [id]);
  });
  return { experiment: await shownExperiment(ctx.db, id) };
};

const asPatched = (priority: number | undefined) => (message: string, field: string) =>
  invalidArgument(field === 'priority' ? `cannot change experiment priority to ${priority}: ${message}` : message);

/** What does not run has no resources to change. */
function changedResources(experiment: ExperimentRow, resources: PatchExperimentPatchResources) {
  if (experiment.unmanaged || isEndedExperimentState(experiment.state)) throw notFound('experiment', experiment.id);
  const { maxSlots, weight, priority } = resources;
  const refuse = (field: string, rule: string, found: number) =>
    invalidArgument(`patching experiment ${experiment.id}: <config>.resources.${field}: ${rule} but found ${found}`);
  if (maxSlots !== undefined && maxSlots < 0) throw refuse('max_slots', 'must be >= 0', maxSlots);
  if (priority !== undefined && priority < 1) throw refuse('priority', 'must be >= 1', priority);
  if (priority !== undefined && priority > 99) throw refuse('priority', 'must be <= 99', priority);
  if (weight !== undefined && !(weight > 0 && Number.isFinite(weight))) throw refuse('weight', 'must be > 0', weight);
  return {
    ...(maxSlots === undefined ? {} : { max_slots: maxSlots }),
    ...(weight === undefined ? {} : { weight }),
    ...(priority === undefined ? {} : { priority }),
  };
}

/** How many checkpoints are kept. */
function changedRetention(storage: PatchExperimentPatchCheckpointStorage) {
  const changed = {
    save_experiment_best: storage.saveExperimentBest,
    save_trial_best: storage.saveTrialBest,
    save_trial_latest: storage.saveTrialLatest,
  };
  for (const [name, count] of Object.entries(changed)) {
    if (count < 0) throw invalidArgument(`<config>.checkpoint_storage.${name}: must be >= 0 but found ${count}`);
  }
  return changed;
}
