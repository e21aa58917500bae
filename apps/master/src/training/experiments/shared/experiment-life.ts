import { invalidArgument } from '@determined/contract/errors.ts';
import type { Hyperparameters } from '@determined/searchers/hyperparameter-space.ts';
import { SearchError } from '@determined/searchers/search-error.ts';
import type { EarlyExitReason, SearcherEvent, SearcherOperation } from '@determined/searchers/search-method.ts';
import {
  createSearcher,
  restoreSearcher,
  type Searcher,
  type SearcherSnapshot,
} from '@determined/searchers/searcher.ts';
import type { SearcherConfig } from '@determined/searchers/searcher-registry.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredExperimentState, StoredTrialState } from '#platform/db/tables/training-tables.ts';
import type { Master } from '#platform/master.ts';
import { createTrial } from '../../trials/shared/create-trial.ts';
import { moveTrial } from '../../trials/shared/trial-life.ts';
import { isEndedTrialState, type TrialRow } from '../../trials/shared/trial-state.ts';
import {
  type ExperimentRow,
  isEndedExperimentState,
  isStoppingExperimentState,
  lockExperiment,
  setExperimentState,
} from './experiment-state.ts';

/** What a stopping experiment becomes when its last trial is gone. */
const endOf: Partial<Record<StoredExperimentState, StoredExperimentState>> = {
  STOPPING_COMPLETED: 'COMPLETED',
  STOPPING_CANCELED: 'CANCELED',
  STOPPING_KILLED: 'CANCELED',
  STOPPING_ERROR: 'ERROR',
};

/** Makes the searcher of a new experiment and its first trials. The experiment is PAUSED, so nothing starts yet. */
export async function startSearch(master: Master, tx: Tx, experimentId: number): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment) throw new Error(`no experiment ${experimentId}`);
  // The stored configuration was checked when the experiment was created.
  const config = experiment.config as {
    searcher: SearcherConfig;
    hyperparameters: Hyperparameters;
    reproducibility: { experiment_seed: number };
  };
  try {
    const searcher = createSearcher(config.searcher, config.hyperparameters, config.reproducibility.experiment_seed);
    await advance(master, tx, experiment, searcher, [{ kind: 'initial' }]);
  } catch (error) {
    // A search that cannot be made of this configuration is the sender's to mend.
    if (error instanceof SearchError) throw invalidArgument(`invalid experiment configuration: ${error.message}`);
    throw error;
  }
}

export interface StateChange {
  to: 'ACTIVE' | 'PAUSED' | 'STOPPING_CANCELED' | 'STOPPING_KILLED' | 'STOPPING_COMPLETED' | 'STOPPING_ERROR';
  reason: string;
  userId?: number;
}

/**
 * Moves an experiment and all its live trials. The caller has checked by the contract's rules that the move is allowed;
 * a move to where it is already changes nothing. Facts: platform semantics 1.1.
 */
export async function moveExperiment(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  change: StateChange,
): Promise<void> {
  const at = master.clock.now();
  const moved = await setExperimentState(tx, experiment, change.to, {
    reason: change.reason,
    userId: change.userId,
    at,
  });
  for (const trial of await liveTrials(tx, experiment.id)) {
    await moveTrial(master, tx, moved, trial, { to: change.to, reason: change.reason, userId: change.userId });
  }
  await endIfEmpty(master, tx, experiment.id);
}

/** A trial has reached its end: tells the searcher, which may create others, and ends the experiment after the last. */
export async function trialIsOver(master: Master, tx: Tx, trial: TrialRow): Promise<void> {
  const experiment = await lockExperiment(tx, trial.experiment_id);
  if (!experiment || isEndedExperimentState(experiment.state)) return;
  if (trial.request_id !== null && experiment.searcher_snapshot !== null) {
    const events: SearcherEvent[] = [{ kind: 'exited', requestId: trial.request_id }];
    const early = earlyExit(trial);
    if (early) events.unshift({ kind: 'exited_early', requestId: trial.request_id, reason: early });
    await advance(master, tx, experiment, restore(experiment), events);
  }
  await endIfEmpty(master, tx, experiment.id);
}

/** Feeds one event of a running trial to the searcher and carries out what it decides. */
export async function tellSearcher(master: Master, tx: Tx, experimentId: number, event: SearcherEvent): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment || experiment.searcher_snapshot === null) return;
  await advance(master, tx, experiment, restore(experiment), [event]);
  await endIfEmpty(master, tx, experimentId);
}

function restore(experiment: ExperimentRow): Searcher {
  // The column holds what `advance` wrote.
  return restoreSearcher(experiment.searcher_snapshot as unknown as SearcherSnapshot);
}

function earlyExit(trial: TrialRow): EarlyExitReason | undefined {
  if (trial.state === 'ERROR') return 'ERRORED';
  // The column holds what a report was allowed to say.
  if (trial.early_exit_reason !== null) return trial.early_exit_reason as EarlyExitReason;
  return trial.state === 'CANCELED' ? 'USER_CANCELED' : undefined;
}

/** Event in, operations out, snapshot and operations stored together. */
async function advance(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  searcher: Searcher,
  events: SearcherEvent[],
): Promise<void> {
  const operations = events.flatMap((event) => searcher.handle(event));
  const reported = events.some((event) => event.kind === 'progress');
  const stored = await tx
    .updateTable('experiments')
    .set({
      searcher_snapshot: JSON.stringify(searcher.snapshot()),
      ...(reported ? { progress: searcher.progress() } : {}),
    })
    .where('id', '=', experiment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await carryOut(master, tx, stored, operations);
}

async function carryOut(master: Master, tx: Tx, start: ExperimentRow, operations: SearcherOperation[]): Promise<void> {
  let experiment = start;
  for (const operation of operations) {
    if (operation.kind === 'shutdown') {
      if (isStoppingExperimentState(experiment.state) || isEndedExperimentState(experiment.state)) continue;
      const [to, reason] = operation.failure
        ? (['STOPPING_ERROR', 'hp search failed'] as const)
        : operation.cancel
          ? (['STOPPING_CANCELED', 'hp search canceled'] as const)
          : (['STOPPING_COMPLETED', 'hp search completed'] as const);
      experiment = await setExperimentState(tx, experiment, to, { reason, at: master.clock.now() });
      continue;
    }
    // A stopping experiment takes no more trials.
    if (isStoppingExperimentState(experiment.state)) continue;
    if (operation.kind === 'create') {
      await createTrial(master, tx, experiment, operation);
    } else {
      const trial = await tx
        .selectFrom('trials')
        .selectAll()
        .where('experiment_id', '=', experiment.id)
        .where('request_id', '=', operation.requestId)
        .executeTakeFirst();
      if (trial) {
        await moveTrial(master, tx, experiment, trial, {
          to: 'STOPPING_COMPLETED',
          reason: 'searcher decided to early stop trial',
        });
      }
    }
  }
}

async function endIfEmpty(master: Master, tx: Tx, experimentId: number): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  const end = experiment && endOf[experiment.state];
  if (!experiment || !end || (await liveTrials(tx, experimentId)).length > 0) return;
  await setExperimentState(tx, experiment, end, { reason: 'all trials have ended', at: master.clock.now() });
}

async function liveTrials(tx: Tx, experimentId: number): Promise<TrialRow[]> {
  const ended: StoredTrialState[] = ['COMPLETED', 'CANCELED', 'ERROR'];
  const rows = await tx
    .selectFrom('trials')
    .selectAll()
    .where('experiment_id', '=', experimentId)
    .where('state', 'not in', ended)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.filter((row) => !isEndedTrialState(row.state));
}
