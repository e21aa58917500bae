import { trialHasEnded } from '@determined/contract/training/trial-rules.ts';
import { type Selectable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState, TrialsTable } from '#training/life/shared/life-tables.ts';
import { trialChanged, trialEnded } from './trial-events.ts';

export type TrialRow = Selectable<TrialsTable>;

export const isEndedTrialState = (state: StoredTrialState): boolean => trialHasEnded(`STATE_${state}`);

/** The searcher has asked it to end: what it still reports, and how it ends, decides nothing more. */
export const stoppedBySearcher = (state: StoredTrialState): boolean => state === 'STOPPING_COMPLETED';

export interface TrialStateChange {
  reason: string;
  userId?: number;
  at: Date;
}

/** A new run begins: reports of earlier ones are refused from now on, and what they said of their end says nothing of this one's. */
export const newRun = { run_id: sql<number>`run_id + 1`, early_exit_reason: null };

/** The one function that changes trials' states: records from, to, why; a terminal state gets its end time. `run` begins with it. */
export async function setTrialStates(
  tx: Tx,
  trials: readonly TrialRow[],
  to: StoredTrialState,
  change: TrialStateChange,
  run?: typeof newRun,
): Promise<TrialRow[]> {
  const changing = trials.filter((trial) => trial.state !== to);
  if (changing.length === 0) return [...trials];
  const rows = await stateUpdate(tx, changing, to, change.at, run);
  await recordStates(tx, changing, to, change);
  const changed = new Map(rows.map((row) => [row.id, row]));
  return trials.map((trial) => changed.get(trial.id) ?? trial);
}

/** Of what stops when nothing of it runs: it stops and is over, as two changes. Their rows are written once. */
export async function stopTrialsAtOnce(
  tx: Tx,
  trials: readonly TrialRow[],
  { stopping, end }: { stopping: StoredTrialState; end: StoredTrialState },
  change: TrialStateChange,
): Promise<TrialRow[]> {
  if (trials.length === 0) return [];
  const rows = await stateUpdate(tx, trials, end, change.at);
  await recordStates(tx, trials, stopping, change);
  const stopped = trials.map((trial) => ({ ...trial, state: stopping }));
  await recordStates(tx, stopped, end, { reason: change.reason, at: change.at });
  return rows;
}

const stateUpdate = (
  tx: Tx,
  trials: readonly TrialRow[],
  to: StoredTrialState,
  at: Date,
  run?: typeof newRun,
): Promise<TrialRow[]> =>
  tx
    .updateTable('trials')
    .set({ ...run, state: to, ...(isEndedTrialState(to) ? { end_time: at.toISOString() } : {}) })
    .where('id', '=', (eb) => eb.fn.any(eb.val(trials.map(({ id }) => id))))
    .returningAll()
    .execute();

async function recordStates(
  tx: Tx,
  changing: readonly TrialRow[],
  to: StoredTrialState,
  { reason, userId, at }: TrialStateChange,
): Promise<void> {
  await sql`insert into state_changes (experiment_id, trial_id, from_state, to_state, user_id, reason, at)
    select experiment_id, id, state, ${to}, ${userId ?? null}::int, ${reason}, ${at.toISOString()}::timestamptz
    from unnest(${changing.map((trial) => trial.experiment_id)}::int[], ${changing.map(({ id }) => id)}::int[],
      ${changing.map(({ state }) => state)}::text[]) with ordinality v (experiment_id, id, state, place)
    order by place`.execute(tx);
  for (const { id, experiment_id } of changing) {
    publish(tx, trialChanged, { trialId: id, experimentId: experiment_id });
    if (isEndedTrialState(to)) publish(tx, trialEnded, { trialId: id, experimentId: experiment_id });
  }
}
