import type { Db } from '#platform/db/database.ts';

/** Checkpoints of a trial that have files. */
export async function storedCheckpoints(db: Db, trialId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select('uuid')
    .where('trial_id', '=', trialId)
    .where('state', '<>', 'DELETED')
    .orderBy('id')
    .execute();
  return rows.map(({ uuid }) => uuid);
}
