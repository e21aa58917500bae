import type { Db } from '#platform/db/database.ts';

/** Checkpoints of trials that have files. */
export async function storedCheckpoints(db: Db, trialIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select('uuid')
    .where('trial_id', '=', (eb) => eb.fn.any(eb.val([...trialIds])))
    .where('state', '<>', 'DELETED')
    .orderBy('id')
    .execute();
  return rows.map(({ uuid }) => uuid);
}
