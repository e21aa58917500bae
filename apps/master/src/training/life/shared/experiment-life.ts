import { invalidArgument } from '@determined/contract/errors.ts';
import { SearchError } from '@determined/searchers/search-error.ts';
import type { EarlyExitReason, SearcherEvent, SearcherOperation } from '@determined/searchers/search-method.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { Master } from '#platform/master.ts';
import { createTrials } from '../create-trials.ts';
import { advanceSearch, forgetSearcher, SearcherFailed, type SearchStep } from '../running-search.ts';
import { experimentProgressed } from './experiment-events.ts';
import { experimentsOver } from './experiment-hooks.ts';
import {
  type ExperimentRow,
  endOf,
  idsOf,
  isEndedExperimentState,
  lockExperiment,
  lockExperiments,
  type Stated,
  setExperimentState,
  setExperimentStates,
  stopAtOnce,
  wholeExperiment,
} from './experiment-state.ts';
import { reopenExperiment, storeProgress } from './experiment-store.ts';
import type { EndedTrial } from './trial-hooks.ts';
import { type TrialMove, type TrialWork, transitionTrials, workOf } from './trial-life.ts';
import { stoppedBySearcher, type TrialRow } from './trial-state.ts';

/** Makes the searcher of a new experiment and its first trials. The experiment is PAUSED, so nothing starts yet. */
export async function startSearch(master: Master, tx: Tx, experimentId: number): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment) throw new Error(`no experiment ${experimentId}`);
  await beginSearch(master, tx, experiment);
}

/**
 * An experiment that had ended searches again from the beginning, as its configuration is now: what had completed is told
 * to the searcher at once, the rest goes on. Facts: platform semantics 1.7.
 */
export async function continueSearch(
  master: Master,
  tx: Tx,
  { id }: ExperimentRow,
  change: { reason: string; userId: number },
): Promise<void> {
  const at = master.clock.now();
  const paused = await setExperimentState(tx, await reopenExperiment(tx, id), 'PAUSED', { ...change, at });
  await beginSearch(master, tx, await setExperimentState(tx, paused, 'ACTIVE', { ...change, at }));
}

async function beginSearch(master: Master, tx: Tx, experiment: ExperimentRow): Promise<void> {
  try {
    await keep(master, tx, experiment, await advanceSearch(master, tx, experiment, [{ kind: 'initial' }]));
  } catch (error) {
    // A search that cannot be made of this configuration is the sender's to mend.
    if (error instanceof SearcherFailed && error.cause instanceof SearchError)
      throw invalidArgument(`invalid experiment configuration: ${error.message}`);
    throw error;
  }
}

/**
 * Moves experiments, which are locked, and all their live trials. The caller has checked by the contract's rules that the
 * move is allowed; a move to where one is already changes nothing. Facts: platform semantics 1.1.
 */
export async function transitionExperiments(
  master: Master,
  tx: Tx,
  experiments: readonly Stated[],
  change: TrialMove,
): Promise<void> {
  const asked = liveTrials(tx, idsOf(experiments)).selectAll();
  const live = await lockRows(tx, 'part', asked, { key: 'id', part: 'id' });
  await moveWith(master, tx, experiments, live, change);
}

/** Nothing of it can go on, for a reason that is not one trial's own; false where it is stopping or over already. */
export async function failExperiment(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  reason: string,
): Promise<boolean> {
  if (isEndedExperimentState(experiment.state) || endOf(experiment.state) !== undefined) return false;
  // Their states change under the experiment's lock only; to lock them as well it is late.
  const live = await liveTrials(tx, [experiment.id]).selectAll().execute();
  await moveWith(master, tx, [experiment], live, { to: 'STOPPING_ERROR', reason });
  return true;
}

async function moveWith(
  master: Master,
  tx: Tx,
  experiments: readonly Stated[],
  live: readonly TrialRow[],
  change: TrialMove,
): Promise<void> {
  const { to, reason, userId } = change;
  const by = { reason, userId, at: master.clock.now() };
  const work = await workOf(tx, live);
  if (!endOf(to)) {
    await setExperimentStates(tx, experiments, to, by);
    return transitionTrials(master, tx, live, change, work);
  }
  const busy = withWork(live, work);
  const idle = new Set(experiments.filter(({ id, state }) => state !== to && !busy.has(id)));
  await stopAtOnce(tx, [...idle], to, by, allEnded);
  const others = experiments.filter((experiment) => !idle.has(experiment));
  await setExperimentStates(tx, others, to, by);
  await transitionTrials(master, tx, live, change, work);
  if (idle.size > 0) await experimentsOver.run(tx, { experimentIds: idsOf([...idle]) });
  await endEmpty(master, tx, idsOf(others));
}

/** Experiments of trials that have, or may have, something to stop. */
function withWork(live: readonly TrialRow[], { tasks, open }: TrialWork): ReadonlySet<number> {
  const works = ({ id, state }: TrialRow) => endOf(state) !== undefined || open.has(tasks.get(id) ?? '');
  return new Set(live.filter(works).map((trial) => trial.experiment_id));
}

const allEnded = 'all trials have ended';

/** Trials have reached their end: tells their searchers, which may create others, and ends experiments after the last. */
export async function trialsAreOver(master: Master, tx: Tx, trials: readonly EndedTrial[]): Promise<void> {
  const over = Map.groupBy(trials, (trial) => trial.experiment_id);
  const experiments = await lockExperiments(tx, sql`${[...over.keys()]}::int[]`);
  for (const [id, ended] of over) {
    const experiment = experiments.get(id);
    if (experiment && stillSearches(experiment))
      await advance(master, tx, await wholeExperiment(tx, id), ended.flatMap(eventsOf));
  }
  await endEmpty(master, tx, [...over.keys()]);
}

function eventsOf(trial: EndedTrial): SearcherEvent[] {
  const requestId = trial.request_id;
  if (requestId === null) return [];
  // It was the searcher that asked it to end: how it did is nothing new.
  const reason = stoppedBySearcher(trial.from) ? undefined : earlyExit(trial);
  const exited: SearcherEvent = { kind: 'exited', requestId };
  return reason ? [{ kind: 'exited_early', requestId, reason }, exited] : [exited];
}

/** Feeds what happened to the searcher's trials to it, and carries out what it decides. */
export async function tellSearcher(
  master: Master,
  tx: Tx,
  experimentId: number,
  events: readonly SearcherEvent[],
): Promise<void> {
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment) return;
  if (stillSearches(experiment)) await advance(master, tx, experiment, events);
  await endEmpty(master, tx, [experimentId]);
}

/** One that is stopping takes no more trials: its searcher need not hear any more. */
const stillSearches = ({ state, unmanaged }: Pick<ExperimentRow, 'state' | 'unmanaged'>): boolean =>
  !unmanaged && !isEndedExperimentState(state) && endOf(state) === undefined;

function earlyExit(trial: TrialRow): EarlyExitReason | undefined {
  if (trial.state === 'ERROR') return 'ERRORED';
  // A user's kill counts, whatever its program has said before.
  if (trial.state === 'CANCELED') return 'USER_CANCELED';
  // The column holds what a report was allowed to say.
  return trial.early_exit_reason === null ? undefined : (trial.early_exit_reason as EarlyExitReason);
}

async function advance(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  events: readonly SearcherEvent[],
): Promise<void> {
  let step: SearchStep;
  try {
    step = await advanceSearch(master, tx, experiment, events);
  } catch (error) {
    if (!(error instanceof SearcherFailed)) throw error;
    // It would fail again: what told of the event must not try for ever.
    master.log.error({ err: error, experimentId: experiment.id }, 'a searcher failed');
    const reason = `the searcher failed: ${error.message}`;
    await failExperiment(master, tx, experiment, reason);
    return;
  }
  await keep(master, tx, experiment, step);
}

/** Stores what the searcher has come to and does what it decided. */
async function keep(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  { operations, searcher }: SearchStep,
): Promise<void> {
  // Any other progress is what trials say; it changes when they do.
  if (searcher.knowsProgress) await progressTo(tx, experiment, searcher.progress(new Map()));
  await carryOut(master, tx, experiment, operations);
}

/** A trial has told how far it is: so far the experiment has come. */
export async function trialProgressed(master: Master, tx: Tx, experiment: ExperimentRow): Promise<void> {
  if (isEndedExperimentState(experiment.state) || endOf(experiment.state) !== undefined) return;
  const { searcher } = await advanceSearch(master, tx, experiment, []);
  const live = await liveTrials(tx, [experiment.id]).select(['request_id', 'progress']).execute();
  const reported = new Map(live.map(({ request_id, progress }) => [request_id ?? '', progress ?? 0]));
  await progressTo(tx, experiment, searcher.progress(reported));
}

async function progressTo(tx: Tx, experiment: ExperimentRow, progress: number): Promise<void> {
  if (experiment.progress === progress) return;
  await storeProgress(tx, experiment.id, progress);
  publish(tx, experimentProgressed, { experimentId: experiment.id });
}

async function carryOut(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly SearcherOperation[],
): Promise<void> {
  const creates = operations.filter((operation) => operation.kind === 'create');
  const over = await createTrials(master, tx, experiment, creates);
  const stopped = operations.filter((operation) => operation.kind === 'stop').map(({ requestId }) => requestId);
  if (stopped.length > 0) {
    const trials = await liveTrials(tx, [experiment.id]).selectAll().where('request_id', 'in', stopped).execute();
    const reason = 'searcher decided to early stop trial';
    await transitionTrials(master, tx, trials, { to: 'STOPPING_COMPLETED', reason });
  }
  // Of an earlier search: this one hears of them as if they had completed just now.
  if (over.length > 0)
    await trialsAreOver(
      master,
      tx,
      over.map((trial) => ({ ...trial, from: trial.state })),
    );
  const shutdown = operations.find((operation) => operation.kind === 'shutdown');
  // Read again: the end of a trial that was stopped just now may have ended the search.
  const present = shutdown && (await lockExperiment(tx, experiment.id));
  if (shutdown) forgetSearcher(tx, experiment.id);
  if (!present || isEndedExperimentState(present.state) || endOf(present.state) !== undefined) return;
  const [to, reason] = shutdown.failure
    ? (['STOPPING_ERROR', 'hp search failed'] as const)
    : shutdown.cancel
      ? (['STOPPING_CANCELED', 'hp search canceled'] as const)
      : (['STOPPING_COMPLETED', 'hp search completed'] as const);
  await setExperimentState(tx, present, to, { reason, at: master.clock.now() });
}

/** Those that are stopping, and of which nothing is left to stop. They are locked. */
async function endEmpty(master: Master, tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Stated>`select id, state, project_id from experiments e
    where id = any(${ids}::int[]) and state like 'STOPPING\\_%'
      and not exists (select 1 from trials t where t.experiment_id = e.id and ${isLive})
    order by id`.execute(tx);
  if (rows.length === 0) return;
  const change = { reason: allEnded, at: master.clock.now() };
  for (const [end, ending] of Map.groupBy(rows, ({ state }) => endOf(state)))
    if (end) await setExperimentStates(tx, ending, end, change);
  await experimentsOver.run(tx, { experimentIds: idsOf(rows) });
}

const isLive = sql<boolean>`state not in ('COMPLETED', 'CANCELED', 'ERROR')`;

function liveTrials(tx: Tx, experimentIds: readonly number[]) {
  return tx
    .selectFrom('trials')
    .where('experiment_id', '=', (eb) => eb.fn.any(eb.val(experimentIds)))
    .where(isLive)
    .orderBy('id');
}
