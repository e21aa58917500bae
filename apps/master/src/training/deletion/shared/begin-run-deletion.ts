import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { refuseNeeded } from '../../checkpoints/shared/kept-checkpoints.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { storedCheckpoints } from '../stored-checkpoints.ts';
import { deletionAsked } from './deletion-events.ts';
import { showRuns } from './show-runs.ts';

/**
 * Marks runs of searches of several as being deleted, or once more where that failed: they are out of lists, counts and charts at
 * once, their files, then their rows go in the background. They are locked with their experiments and have ended. Throws where
 * something needs a checkpoint of one. `heldUntil`: until then nothing of them goes, and `restoreRuns` takes it back.
 */
export async function beginRunDeletions(
  master: Master,
  tx: Tx,
  trials: readonly TrialRow[],
  { userId, heldUntil }: { userId: number; heldUntil?: Date | undefined },
): Promise<void> {
  const ids = trials.map(({ id }) => id);
  await refuseNeeded(master, tx, await storedCheckpoints(tx, ids), 'deleted');
  await sql`insert into run_deletions (trial_id, requested_by, requested_at, held_until)
    select id, ${userId}::int, ${master.clock.now().toISOString()}::timestamptz, ${heldUntil?.toISOString() ?? null}::timestamptz
    from unnest(${ids}::int[]) id
    on conflict (trial_id) do update set requested_by = excluded.requested_by, requested_at = excluded.requested_at,
      held_until = excluded.held_until, error = null, planned = false`.execute(tx);
  await showRuns(tx, trials, false);
  for (const { experiment_id: experimentId } of trials) publish(tx, deletionAsked, { experimentId });
}
