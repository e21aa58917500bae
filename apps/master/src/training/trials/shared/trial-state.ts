import { trialHasEnded } from '@determined/contract/training/trial-rules.ts';
import type { Selectable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState, TrialsTable } from '#platform/db/tables/training-tables.ts';
import { trialChanged, trialEnded } from './trial-events.ts';

export type TrialRow = Selectable<TrialsTable>;

export const isEndedTrialState = (state: StoredTrialState): boolean => trialHasEnded(`STATE_${state}`);

/** The one function that changes a trial's state: records from, to, why; a terminal state gets its end time. */
export async function setTrialState(
  tx: Tx,
  trial: TrialRow,
  to: StoredTrialState,
  change: { reason: string; userId?: number; at: Date },
): Promise<TrialRow> {
  if (trial.state === to) return trial;
  const over = isEndedTrialState(to);
  const row = await tx
    .updateTable('trials')
    .set({ state: to, end_time: over ? change.at.toISOString() : trial.end_time })
    .where('id', '=', trial.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('state_changes')
    .values({
      experiment_id: trial.experiment_id,
      trial_id: trial.id,
      from_state: trial.state,
      to_state: to,
      user_id: change.userId ?? null,
      reason: change.reason,
      at: change.at.toISOString(),
    })
    .execute();
  publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
  if (over) publish(tx, trialEnded, { trialId: trial.id, experimentId: trial.experiment_id });
  return row;
}
