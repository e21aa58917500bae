import { patchTrialRule } from '@determined/contract/training/trial-rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { poolOfJob } from '../../../cluster/job-queue/shared/job-store.ts';
import { poolSlots } from '../../../cluster/resource-managers/shared/pool-slots.ts';
import type { StateChange } from '../../../tasks/allocations/shared/allocation-state.ts';
import { findOpenAllocations } from '../../../tasks/allocations/shared/allocation-store.ts';
import { requestAllocations } from '../../../tasks/allocations/shared/request-allocations.ts';
import { abortWaiting, stopAllocation } from '../../../tasks/allocations/shared/stop-allocation.ts';
import { appendMasterLine } from '../../../tasks/logs/shared/append-master-line.ts';
import { actingMatches } from '../../../tasks/logs/shared/policy-matches.ts';
import type { AllocationRow } from '../../../tasks/shared/allocation-row.ts';
import type { AllocationExit } from '../../../tasks/shared/task-kind.ts';
import { endTasks } from '../../../tasks/tasks/shared/task-store.ts';
import { type EndState, type ExperimentRow, endOf } from './experiment-state.ts';
import { lockTrial } from './find-trial.ts';
import { addTasks } from './insert-trials.ts';
import { type EndedTrial, trialsOver } from './trial-hooks.ts';
import { isEndedTrialState, newRun, setTrialStates, stopTrialsAtOnce, type TrialRow } from './trial-state.ts';
import { beginRun, reopenTrials, updateTrial } from './trial-store.ts';
import { currentTasks, trialOf } from './trial-tasks.ts';

/** What an experiment and its live trials are asked to become, together or one trial alone. */
export interface TrialMove {
  to: 'ACTIVE' | 'PAUSED' | 'STOPPING_CANCELED' | 'STOPPING_KILLED' | 'STOPPING_COMPLETED' | 'STOPPING_ERROR';
  reason: string;
  userId?: number;
}

/**
 * Moves trials and does what their new state asks for; those that the move says nothing to stay as they are. Facts:
 * platform semantics 1.5, "on entering". A search may have thousands that wait, and so may those who act on many searches:
 * they go together. `work` is theirs, where it is known already.
 */
export async function transitionTrials(
  master: Master,
  tx: Tx,
  trials: readonly TrialRow[],
  move: TrialMove,
  work?: TrialWork,
): Promise<void> {
  const { to, reason, userId } = move;
  const moving = trials.filter((trial) => patchTrialRule(`STATE_${trial.state}`, `STATE_${to}`).verdict === 'acts');
  if (moving.length === 0) return;
  const { tasks, open } = work ?? (await workOf(tx, moving));
  const allocationOf = (trial: TrialRow) => open.get(tasks.get(trial.id) ?? '');
  const idle = moving.filter((trial) => !allocationOf(trial));
  const busy = moving.filter(allocationOf);
  const change = { reason, userId, at: master.clock.now() };
  const by = { by: userId === undefined ? ('job' as const) : ('user' as const), userId };
  if (to === 'ACTIVE') {
    await setTrialStates(tx, busy, to, change);
    const begun = await setTrialStates(tx, idle, to, change, newRun);
    await requestRuns(master, tx, begun, { tasks, ...by, reason });
    return;
  }
  const end = endOf(to);
  const moved = await setTrialStates(tx, end ? busy : moving, to, change);
  const said = { ...by, reason: stopReason(move) };
  const allocations = busy.flatMap((trial) => allocationOf(trial) ?? []);
  const waiting = allocations.filter(({ state }) => state === 'PENDING');
  const aborted = await abortWaiting(master, tx, waiting, namesOf(busy, tasks), said);
  const mode = to === 'STOPPING_KILLED' || to === 'STOPPING_ERROR' ? 'kill' : 'graceful';
  for (const { id } of allocations) {
    if (!aborted.has(id)) await stopAllocation(master, tx, { allocationId: id, mode, ...said });
  }
  if (!end) return;
  const free = moved.filter((trial) => aborted.has(allocationOf(trial)?.id ?? ''));
  const ended = [
    ...(await stopTrialsAtOnce(tx, idle, { stopping: to, end }, change)),
    ...(await setTrialStates(tx, free, end, { reason, at: change.at })),
  ].map((trial) => ({ ...trial, from: to }));
  await trialsEnded(tx, ended, tasks, { reason, at: change.at });
}

/** What works for trials: their present tasks, and of these the allocations that have not ended, by task. */
export interface TrialWork {
  tasks: ReadonlyMap<number, string>;
  open: ReadonlyMap<string, AllocationRow>;
}

export async function workOf(tx: Tx, trials: readonly TrialRow[]): Promise<TrialWork> {
  const tasks = await currentTasks(tx, trials);
  return { tasks, open: await findOpenAllocations(tx, [...tasks.values()]) };
}

/**
 * Trials that had ended go on from their latest checkpoints, each in a new task, with the values that their search gives
 * them now. Facts: platform semantics 1.7.
 */
export async function continueTrials(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  again: readonly { trial: TrialRow; requestId: string; hparams: Record<string, unknown>; trialSeed: number }[],
): Promise<void> {
  if (again.length === 0) return;
  const at = master.clock.now();
  const ids = again.map(({ trial }) => trial.id);
  // In a search of many each has the values that it had: the same seed drew them.
  if (experiment.searcher_type === 'single')
    for (const { trial, requestId: request_id, hparams, trialSeed: seed } of again)
      await updateTrial(tx, trial.id, { request_id, hparams: JSON.stringify(hparams), seed });
  const reopened = await reopenTrials(tx, ids, experiment.warm_start_checkpoint_uuid);
  const tasks = await addTasks(tx, experiment, ids, at);
  const starts = experiment.state === 'ACTIVE';
  const change = { reason: 'continued', at };
  if (!starts) return void (await setTrialStates(tx, reopened, 'PAUSED', change));
  const begun = await setTrialStates(tx, reopened, 'ACTIVE', change, newRun);
  await requestRuns(master, tx, begun, { tasks, by: 'job', reason: 'continued' });
}

/** The log's words for why a task is stopped (facts: trial runtime 20.3). */
function stopReason(move: TrialMove): string {
  if (move.to === 'PAUSED') return 'user requested pause';
  if (move.to === 'STOPPING_CANCELED') return 'user requested cancellation';
  if (move.to === 'STOPPING_KILLED') return 'user requested kill';
  return move.reason;
}

/** Asks for the next allocation of each trial, whose new run has begun. */
async function requestRuns(
  master: Master,
  tx: Tx,
  trials: readonly TrialRow[],
  { tasks, ...change }: { tasks: ReadonlyMap<number, string> } & Omit<StateChange, 'at'>,
): Promise<void> {
  if (trials.length === 0) return;
  const needs = await needsOf(tx, trials);
  await requestAllocations(
    master,
    tx,
    // The order of the queue is that of the trials.
    trials
      .toSorted((a, b) => a.id - b.id)
      .map((trial) => {
        const taskId = tasks.get(trial.id) ?? '';
        const { id: _, ...needed } = needs.get(trial.experiment_id) ?? missing(trial);
        return { allocationId: `${taskId}.${trial.run_id}`, taskId, ...needed, name: trialName(trial) };
      }),
    change,
  );
}

/** What trials of an experiment are given, by its id. */
async function needsOf(tx: Tx, trials: readonly TrialRow[]) {
  const rows = await tx
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .select(['e.id', 'e.slots_per_trial as slots', 'j.pool as resourcePool'])
    .select(sql<number>`(e.config -> 'preemption_timeout')::int`.as('preemptionTimeout'))
    .where('e.id', '=', (eb) => eb.fn.any(eb.val([...new Set(trials.map((trial) => trial.experiment_id))])))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function missing({ experiment_id }: TrialRow): never {
  throw new Error(`no experiment ${experiment_id}`);
}

export const trialName = (trial: Pick<TrialRow, 'id' | 'experiment_id'>): string =>
  `Trial ${trial.id} (Experiment ${trial.experiment_id})`;

const namesOf = (trials: readonly TrialRow[], tasks: ReadonlyMap<number, string>) =>
  new Map(trials.map((trial) => [tasks.get(trial.id) ?? '', trialName(trial)]));

/** What follows the end of a trial's allocation; the first rule that fits. Facts: platform semantics 1.5. */
export async function trialAllocationExited(
  master: Master,
  tx: Tx,
  allocation: AllocationRow,
  exit: AllocationExit,
): Promise<void> {
  const { trial, experiment } = await lockTrial(tx, await trialOf(tx, allocation.task_id));
  if (isEndedTrialState(trial.state)) return;

  const stopping = endOf(trial.state);
  if (stopping) return endTrial(master, tx, trial, exit.kind === 'failed' ? 'ERROR' : stopping, exitText(exit));
  if (exit.kind === 'refused') return endTrial(master, tx, trial, 'ERROR', exit.message);
  if (exit.kind === 'lost' && (await neverBegins(tx, allocation.task_id)))
    return endTrial(master, tx, trial, 'ERROR', `lost ${mostLosses} times before it began: ${exit.message}`);
  if (exit.kind === 'failed') return trialFailed(master, tx, { trial, experiment, taskId: allocation.task_id });
  if (exit.kind !== 'lost' && trial.early_exit_reason !== null)
    return endTrial(master, tx, trial, 'COMPLETED', `trial exited early: ${trial.early_exit_reason}`);
  if (exit.kind === 'completed') return endTrial(master, tx, trial, 'COMPLETED', 'the training script ended');
  return goOn(master, tx, trial, { taskId: allocation.task_id, after: exitText(exit) });
}

/** Tried again, unless it was too often or its log policies say that there is no use in it. */
async function trialFailed(
  master: Master,
  tx: Tx,
  { trial, experiment, taskId }: { trial: TrialRow; experiment: ExperimentRow; taskId: string },
): Promise<void> {
  const matches = await actingMatches(tx, taskId);
  const final = matches.filter(({ action }) => action === 'cancel_retries');
  if (final.length > 0) {
    const log = (text: string) => appendMasterLine(master, tx, taskId, 'ERROR', text);
    await log("trial failed and matched logs to a don't retry policy");
    for (const { line, pattern } of new Map(final.map((match) => [match.pattern, match])).values())
      await log(`(log ${JSON.stringify(line)} matched regex ${JSON.stringify(pattern)})`);
    return endTrial(master, tx, trial, 'ERROR', noRetry);
  }
  const restarts = trial.restarts + 1;
  const updated = { ...trial, restarts };
  await updateTrial(tx, trial.id, { restarts });
  if (restarts > experiment.max_restarts) return endTrial(master, tx, updated, 'ERROR', 'trial exceeded max restarts');
  const excluded = matches.filter(({ action }) => action === 'exclude_node').map(({ agentId }) => agentId);
  if (excluded.length > 0 && master.config.launch_error) {
    const left = await poolSlots(tx, await poolOfJob(tx, experiment.job_id), excluded);
    if (left < experiment.slots_per_trial || left === 0) {
      const reason = `its log policies rule out ${excluded.join(', ')}, and the rest of the pool is too small for it`;
      return endTrial(master, tx, updated, 'ERROR', reason);
    }
  }
  return goOn(master, tx, updated, { taskId, after: `failed, restart ${restarts}` });
}

const noRetry =
  "trial failed and not retrying due to logs matching a don't retry policy check trial logs for more info";

/** What cannot begin is not the task's fault, but trying on for ever is no help either. */
const mostLosses = 5;

/** Whether a task's latest allocations were all lost before they were ready. */
async function neverBegins(tx: Tx, taskId: string): Promise<boolean> {
  const latest = await tx
    .selectFrom('allocations')
    .select(['is_ready', 'exit_error', 'exit_code'])
    .where('task_id', '=', taskId)
    .orderBy('requested_at', 'desc')
    .limit(mostLosses)
    .execute();
  return (
    latest.length === mostLosses && latest.every((row) => row.exit_error && row.exit_code === null && !row.is_ready)
  );
}

async function goOn(
  master: Master,
  tx: Tx,
  trial: TrialRow,
  { taskId, after }: { taskId: string; after: string },
): Promise<void> {
  if (trial.state !== 'ACTIVE') return;
  const tasks = new Map([[trial.id, taskId]]);
  const begun = await beginRun(tx, trial.id);
  await requestRuns(master, tx, [begun], { tasks, by: 'job', reason: `the last one ended: ${after}` });
}

function exitText(exit: AllocationExit): string {
  return 'message' in exit ? exit.message : `allocation ${exit.kind}`;
}

async function endTrial(master: Master, tx: Tx, trial: TrialRow, end: EndState, reason: string): Promise<void> {
  const change = { reason, at: master.clock.now() };
  const over = await setTrialStates(tx, [trial], end, change);
  const ended = over.map((one) => ({ ...one, from: trial.state }));
  await trialsEnded(tx, ended, await currentTasks(tx, over), change);
}

/** What follows from their end. */
async function trialsEnded(
  tx: Tx,
  trials: readonly EndedTrial[],
  tasks: ReadonlyMap<number, string>,
  change: { reason: string; at: Date },
): Promise<void> {
  if (trials.length === 0) return;
  await endTasks(
    tx,
    trials.flatMap(({ id }) => tasks.get(id) ?? []),
    change,
  );
  await trialsOver.run(tx, { trials });
}
