import { type SqlBool, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { refuseNeeded } from '../../checkpoints/shared/kept-checkpoints.ts';
import { trialChanged } from '../../life/shared/trial-events.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { storedCheckpoints } from '../stored-checkpoints.ts';
import { deletionAsked } from './deletion-events.ts';

/** The trial `t` is on its way out: lists do not show it any more. */
export const runIsGoing = sql<SqlBool>`exists (
  select 1 from run_deletions d where d.trial_id = t.id and d.error is null)`;

/**
 * Marks one run of a search as being deleted, or once more where that failed: its files, then its rows go in the
 * background. It is locked with its experiment and has ended.
 */
export async function beginRunDeletion(
  master: Master,
  tx: Tx,
  trial: TrialRow,
  { userId, heldUntil }: { userId: number; heldUntil?: Date | undefined },
): Promise<void> {
  await refuseNeeded(master, tx, await storedCheckpoints(tx, trial.id), 'deleted');
  const row = {
    trial_id: trial.id,
    requested_by: userId,
    requested_at: master.clock.now().toISOString(),
    error: null,
    held_until: heldUntil?.toISOString() ?? null,
  };
  await tx
    .insertInto('run_deletions')
    .values(row)
    .onConflict((conflict) => conflict.column('trial_id').doUpdateSet({ ...row, planned: false }))
    .execute();
  publish(tx, deletionAsked, { experimentId: trial.experiment_id });
  publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
}
