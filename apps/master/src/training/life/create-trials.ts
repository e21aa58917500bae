import type { CreateOperation } from '@determined/searchers/search-method.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { ExperimentRow } from './shared/experiment-state.ts';
import { insertTrials } from './shared/insert-trials.ts';
import { continueTrials, transitionTrials } from './shared/trial-life.ts';
import type { TrialRow } from './shared/trial-state.ts';

/**
 * The trials that the searcher asked for, with their tasks; they start at once when the experiment is active. A search that
 * is continued asks for those of the time before again: they go on, but for those that had completed, which it gives.
 */
export async function createTrials(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly CreateOperation[],
): Promise<TrialRow[]> {
  const earlier = experiment.search_begins > 0 ? await earlierTrials(tx, experiment, operations) : new Map();
  await insertNew(
    master,
    tx,
    experiment,
    operations.filter(({ requestId }) => !earlier.has(requestId)),
  );
  const isOver = ({ state }: TrialRow) => state === 'COMPLETED' && experiment.searcher_type !== 'single';
  const again = operations.flatMap((operation) => {
    const trial = earlier.get(operation.requestId);
    return trial && !isOver(trial) ? [{ trial, ...operation }] : [];
  });
  await continueTrials(master, tx, experiment, again);
  return [...earlier.values()].filter(isOver);
}

/** By request. The one trial of a single search is the same, whatever its configuration says now. */
async function earlierTrials(
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly CreateOperation[],
): Promise<Map<string, TrialRow>> {
  const requests = operations.map(({ requestId }) => requestId);
  const trials = tx.selectFrom('trials').selectAll().where('experiment_id', '=', experiment.id).orderBy('id');
  if (experiment.searcher_type === 'single') {
    const first = await trials.limit(1).executeTakeFirst();
    return new Map(first && requests.map((request) => [request, first]));
  }
  const found = await trials.where('request_id', '=', (eb) => eb.fn.any(eb.val(requests))).execute();
  return new Map(found.map((trial) => [trial.request_id ?? '', trial]));
}

async function insertNew(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly CreateOperation[],
): Promise<void> {
  if (operations.length === 0) return;
  const start_time = master.clock.now().toISOString();
  const trials = await insertTrials(
    tx,
    experiment,
    operations.map(({ requestId, hparams, trialSeed }) => ({
      own: {
        request_id: requestId,
        seed: trialSeed,
        warm_start_checkpoint_uuid: experiment.warm_start_checkpoint_uuid,
        start_time,
      },
      hparams,
      taskName: requestId,
      logRetentionDays: experiment.config.retention_policy?.log_retention_days ?? null,
    })),
  );
  if (experiment.state === 'ACTIVE') await transitionTrials(master, tx, trials, { to: 'ACTIVE', reason: 'created' });
}
