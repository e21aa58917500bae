import { invalidArgument, textOfError } from '@determined/contract/errors.ts';
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
import { lockRows } from '#platform/db/lock-order.ts';
import type { Master } from '#platform/master.ts';
import { createTrials } from '../create-trials.ts';
import {
  type ExperimentRow,
  endOf,
  isEndedExperimentState,
  lockExperiment,
  setExperimentState,
} from './experiment-state.ts';
import { storeSearch } from './experiment-store.ts';
import { type TrialMove, transitionTrials } from './trial-life.ts';
import type { TrialRow } from './trial-state.ts';

/** Makes the searcher of a new experiment and its first trials. The experiment is PAUSED, so nothing starts yet. */
export async function startSearch(master: Master, tx: Tx, experimentId: number): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment) throw new Error(`no experiment ${experimentId}`);
  const { config } = experiment;
  // The same union, but of intersections, which the compiler does not tell apart by name.
  const searching = config.searcher as SearcherConfig;
  try {
    const searcher = createSearcher(searching, config.hyperparameters, config.reproducibility.experiment_seed);
    await keep(master, tx, experiment, takeStep(searcher, [{ kind: 'initial' }]));
  } catch (error) {
    // A search that cannot be made of this configuration is the sender's to mend.
    if (error instanceof SearchError) throw invalidArgument(`invalid experiment configuration: ${error.message}`);
    throw error;
  }
}

/**
 * Moves an experiment and all its live trials. The caller has checked by the contract's rules that the move is allowed;
 * a move to where it is already changes nothing. Facts: platform semantics 1.1.
 */
export async function transitionExperiment(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  change: TrialMove,
): Promise<void> {
  const { to, reason, userId } = change;
  const moved = await setExperimentState(tx, experiment, to, { reason, userId, at: master.clock.now() });
  const live = await lockRows(tx, 'part', liveTrials(tx, experiment.id).selectAll(), { key: 'id', part: 'id' });
  await transitionTrials(master, tx, moved, live, change);
  await endIfEmpty(master, tx, experiment.id);
}

/** Trials have reached their end: tells the searcher, which may create others, and ends the experiment after the last. */
export async function trialsAreOver(
  master: Master,
  tx: Tx,
  experimentId: number,
  trials: readonly TrialRow[],
): Promise<void> {
  const events = trials.flatMap((trial): SearcherEvent[] => {
    const requestId = trial.request_id;
    if (requestId === null) return [];
    const reason = earlyExit(trial);
    const exited: SearcherEvent = { kind: 'exited', requestId };
    return reason ? [{ kind: 'exited_early', requestId, reason }, exited] : [exited];
  });
  await tellSearcher(master, tx, experimentId, events);
}

/** Feeds what happened to the searcher's trials to it, and carries out what it decides. */
export async function tellSearcher(
  master: Master,
  tx: Tx,
  experimentId: number,
  events: readonly SearcherEvent[],
): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment || isEndedExperimentState(experiment.state)) return;
  // A stopping experiment takes no more trials: its searcher need not hear any more.
  if (experiment.searcher_snapshot !== null && endOf(experiment.state) === undefined) {
    await advance(master, tx, experiment, events);
  }
  await endIfEmpty(master, tx, experimentId);
}

function earlyExit(trial: TrialRow): EarlyExitReason | undefined {
  if (trial.state === 'ERROR') return 'ERRORED';
  // The column holds what a report was allowed to say.
  if (trial.early_exit_reason !== null) return trial.early_exit_reason as EarlyExitReason;
  return trial.state === 'CANCELED' ? 'USER_CANCELED' : undefined;
}

async function advance(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  events: readonly SearcherEvent[],
): Promise<void> {
  let step: SearchStep;
  try {
    // The column holds what `keep` wrote.
    step = takeStep(restoreSearcher(experiment.searcher_snapshot as unknown as SearcherSnapshot), events);
  } catch (error) {
    // It would fail again: what told of the event must not try for ever.
    master.log.error({ err: error, experimentId: experiment.id }, 'a searcher failed');
    const reason = `the searcher failed: ${textOfError(error)}`;
    return transitionExperiment(master, tx, experiment, { to: 'STOPPING_ERROR', reason });
  }
  await keep(master, tx, experiment, step);
}

interface SearchStep {
  operations: SearcherOperation[];
  /** Undefined where nothing changed. */
  snapshot: string | undefined;
  /** Where a trial told of it. */
  progress: number | undefined;
}

function takeStep(searcher: Searcher, events: readonly SearcherEvent[]): SearchStep {
  const before = JSON.stringify(searcher.snapshot());
  const operations = events.flatMap((event) => searcher.handle(event));
  const after = JSON.stringify(searcher.snapshot());
  return {
    operations,
    snapshot: after === before ? undefined : after,
    progress: events.some((event) => event.kind === 'progress') ? searcher.progress() : undefined,
  };
}

/** Stores the searcher's state together with what it decided. */
async function keep(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  { operations, snapshot, progress }: SearchStep,
): Promise<void> {
  if (snapshot !== undefined || progress !== undefined) {
    await storeSearch(tx, experiment.id, { snapshot, progress });
  }
  await carryOut(master, tx, experiment, operations);
}

async function carryOut(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly SearcherOperation[],
): Promise<void> {
  const creates = operations.filter((operation) => operation.kind === 'create');
  await createTrials(master, tx, experiment, creates);
  const stopped = operations.filter((operation) => operation.kind === 'stop').map(({ requestId }) => requestId);
  if (stopped.length > 0) {
    const trials = await liveTrials(tx, experiment.id).selectAll().where('request_id', 'in', stopped).execute();
    const reason = 'searcher decided to early stop trial';
    await transitionTrials(master, tx, experiment, trials, { to: 'STOPPING_COMPLETED', reason });
  }
  const shutdown = operations.find((operation) => operation.kind === 'shutdown');
  // Read again: the end of a trial that was stopped just now may have ended the search.
  const present = shutdown && (await lockExperiment(tx, experiment.id));
  if (!present || isEndedExperimentState(present.state) || endOf(present.state) !== undefined) return;
  const [to, reason] = shutdown.failure
    ? (['STOPPING_ERROR', 'hp search failed'] as const)
    : shutdown.cancel
      ? (['STOPPING_CANCELED', 'hp search canceled'] as const)
      : (['STOPPING_COMPLETED', 'hp search completed'] as const);
  await setExperimentState(tx, present, to, { reason, at: master.clock.now() });
}

async function endIfEmpty(master: Master, tx: Tx, experimentId: number): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  const end = experiment && endOf(experiment.state);
  if (!experiment || !end) return;
  const live = await liveTrials(tx, experimentId).select('id').limit(1).executeTakeFirst();
  if (live) return;
  await setExperimentState(tx, experiment, end, { reason: 'all trials have ended', at: master.clock.now() });
}

function liveTrials(tx: Tx, experimentId: number) {
  return tx
    .selectFrom('trials')
    .where('experiment_id', '=', experimentId)
    .where('state', 'not in', ['COMPLETED', 'CANCELED', 'ERROR'])
    .orderBy('id');
}
