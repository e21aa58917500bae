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

/** The one function that changes trials' states: records from, to, why; a terminal state gets its end time. */
export async function setTrialStates(
  tx: Tx,
  trials: readonly TrialRow[],
  to: StoredTrialState,
  change: TrialStateChange,
): Promise<TrialRow[]> {
  const changing = trials.filter((trial) => trial.state !== to);
  if (changing.length === 0) return [...trials];
  const over = isEndedTrialState(to);
  const at = change.at.toISOString();
  const rows = await tx
    .updateTable('trials')
    .set({ state: to, ...(over ? { end_time: at } : {}) })
    .where('id', '=', (eb) => eb.fn.any(eb.val(changing.map(({ id }) => id))))
    .returningAll()
    .execute();
  const changed = new Map(rows.map((row) => [row.id, row]));
  await sql`insert into state_changes (experiment_id, trial_id, from_state, to_state, user_id, reason, at)
    select experiment_id, id, state, ${to}, ${change.userId ?? null}::int, ${change.reason}, ${at}::timestamptz
    from unnest(${changing.map((trial) => trial.experiment_id)}::int[], ${changing.map(({ id }) => id)}::int[],
      ${changing.map(({ state }) => state)}::text[]) with ordinality v (experiment_id, id, state, place)
    order by place`.execute(tx);
  for (const { id, experiment_id } of changing) {
    publish(tx, trialChanged, { trialId: id, experimentId: experiment_id });
    if (over) publish(tx, trialEnded, { trialId: id, experimentId: experiment_id });
  }
  return trials.map((trial) => changed.get(trial.id) ?? trial);
}
