import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState } from '#platform/db/tables/training-tables.ts';
import type { Master } from '#platform/master.ts';
import type { AllocationRow } from '../../../tasks/allocations/shared/allocation-row.ts';
import { findOpenAllocation } from '../../../tasks/allocations/shared/allocation-store.ts';
import { requestAllocation } from '../../../tasks/allocations/shared/request-allocation.ts';
import { stopAllocation } from '../../../tasks/allocations/shared/stop-allocation.ts';
import type { AllocationExit } from '../../../tasks/shared/task-kind.ts';
import { type ExperimentRow, lockExperiment } from '../../experiments/shared/experiment-state.ts';
import { trialHooks } from './trial-hooks.ts';
import { isEndedTrialState, isStoppingTrialState, setTrialState, type TrialRow } from './trial-state.ts';

export interface TrialMove {
  to: 'ACTIVE' | 'PAUSED' | 'STOPPING_CANCELED' | 'STOPPING_KILLED' | 'STOPPING_COMPLETED' | 'STOPPING_ERROR';
  reason: string;
  userId?: number;
}

type End = 'COMPLETED' | 'CANCELED' | 'ERROR';
const endOf: Partial<Record<StoredTrialState, End>> = {
  STOPPING_COMPLETED: 'COMPLETED',
  STOPPING_CANCELED: 'CANCELED',
  STOPPING_KILLED: 'CANCELED',
  STOPPING_ERROR: 'ERROR',
};
const severity: StoredTrialState[] = ['STOPPING_COMPLETED', 'STOPPING_CANCELED', 'STOPPING_KILLED', 'STOPPING_ERROR'];

/** Moves a live trial and does what its new state asks for. Facts: platform semantics 1.5, "on entering". */
export async function moveTrial(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  trial: TrialRow,
  move: TrialMove,
): Promise<void> {
  if (isEndedTrialState(trial.state)) return;
  if (isStoppingTrialState(trial.state) && severity.indexOf(move.to) < severity.indexOf(trial.state)) return;
  const moved = await setTrialState(tx, trial, move.to, {
    reason: move.reason,
    userId: move.userId,
    at: master.clock.now(),
  });
  const taskId = await currentTaskId(tx, trial.id);
  const open = await findOpenAllocation(tx, taskId);
  if (move.to === 'ACTIVE') {
    if (!open) await allocate(tx, experiment, moved, taskId);
    return;
  }
  if (open) {
    const mode = move.to === 'STOPPING_KILLED' || move.to === 'STOPPING_ERROR' ? 'kill' : 'graceful';
    await stopAllocation(master, tx, {
      allocationId: open.id,
      mode,
      reason: stopReason(move),
      preemptionTimeoutSeconds: preemptionTimeout(experiment),
    });
    return;
  }
  const end = endOf[move.to];
  if (end) await endTrial(master, tx, moved, end, move.reason);
}

/** The log's words for why a task is stopped (facts: trial runtime 20.3). */
function stopReason(move: TrialMove): string {
  if (move.to === 'PAUSED') return 'user requested pause';
  if (move.to === 'STOPPING_CANCELED') return 'user requested cancellation';
  if (move.to === 'STOPPING_KILLED') return 'user requested kill';
  return move.reason;
}

function preemptionTimeout(experiment: ExperimentRow): number | undefined {
  const seconds = (experiment.config as { preemption_timeout?: unknown }).preemption_timeout;
  return typeof seconds === 'number' ? seconds : undefined;
}

/** Asks for the next allocation of a trial under a new run number. */
async function allocate(tx: Tx, experiment: ExperimentRow, trial: TrialRow, taskId: string): Promise<void> {
  if (trial.stop_requested) return;
  const { run_id: run } = await tx
    .updateTable('trials')
    .set((eb) => ({ run_id: eb('run_id', '+', 1) }))
    .where('id', '=', trial.id)
    .returning('run_id')
    .executeTakeFirstOrThrow();
  await requestAllocation(tx, {
    allocationId: `${taskId}.${run}`,
    taskId,
    slots: experiment.slots_per_trial,
    resourcePool: experiment.resource_pool,
    name: trialName(trial),
  });
}

export const trialName = (trial: Pick<TrialRow, 'id' | 'experiment_id'>): string =>
  `Trial ${trial.id} (Experiment ${trial.experiment_id})`;

/** What follows the end of a trial's allocation; the first rule that fits. Facts: platform semantics 1.5. */
export async function trialAllocationExited(
  master: Master,
  tx: Tx,
  allocation: AllocationRow,
  exit: AllocationExit,
): Promise<void> {
  const task = await tx
    .selectFrom('tasks')
    .select('trial_id')
    .where('id', '=', allocation.task_id)
    .executeTakeFirstOrThrow();
  const known = await tx.selectFrom('trials').selectAll().where('id', '=', task.trial_id).executeTakeFirstOrThrow();
  const experiment = await lockExperiment(tx, known.experiment_id);
  const trial = await tx
    .selectFrom('trials')
    .selectAll()
    .where('id', '=', known.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!experiment || isEndedTrialState(trial.state)) return;

  const stopping = endOf[trial.state];
  if (stopping) {
    await endTrial(master, tx, trial, exit.kind === 'failed' ? 'ERROR' : stopping, exitText(exit));
    return;
  }
  if (exit.kind === 'refused') return endTrial(master, tx, trial, 'ERROR', exit.message);
  if (exit.kind === 'failed') {
    const restarts = trial.restarts + 1;
    const updated = await tx
      .updateTable('trials')
      .set({ restarts })
      .where('id', '=', trial.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (restarts > experiment.max_restarts)
      return endTrial(master, tx, updated, 'ERROR', 'trial exceeded max restarts');
    return goOn(tx, experiment, updated, allocation.task_id);
  }
  if (trial.early_exit_reason !== null)
    return endTrial(master, tx, trial, 'COMPLETED', `trial exited early: ${trial.early_exit_reason}`);
  if (exit.kind === 'completed') return endTrial(master, tx, trial, 'COMPLETED', 'the training script ended');
  return goOn(tx, experiment, trial, allocation.task_id);
}

async function goOn(tx: Tx, experiment: ExperimentRow, trial: TrialRow, taskId: string): Promise<void> {
  if (trial.state === 'ACTIVE') await allocate(tx, experiment, trial, taskId);
}

function exitText(exit: AllocationExit): string {
  return 'message' in exit ? exit.message : `allocation ${exit.kind}`;
}

async function endTrial(master: Master, tx: Tx, trial: TrialRow, end: End, reason: string): Promise<void> {
  const at = master.clock.now();
  const over = await setTrialState(tx, trial, end, { reason, at });
  await tx
    .updateTable('tasks')
    .set({ end_time: at.toISOString() })
    .where('trial_id', '=', trial.id)
    .where('end_time', 'is', null)
    .execute();
  for (const next of trialHooks(master).over) await next(master, tx, over);
}

/** A trial's tasks follow each other; the last one is current. */
export async function currentTaskId(tx: Tx, trialId: number): Promise<string> {
  const row = await tx
    .selectFrom('tasks')
    .select('id')
    .where('trial_id', '=', trialId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}
