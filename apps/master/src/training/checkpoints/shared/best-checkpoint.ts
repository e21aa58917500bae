import type { CheckpointWorkload } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Of each trial the completed checkpoint with the best searcher metric, the older one of equals. */
export async function bestCheckpoints(
  db: Db,
  trialIds: readonly number[],
): Promise<Map<number, Input<CheckpointWorkload>>> {
  const found = await db
    .selectFrom('checkpoints as c')
    .innerJoin('experiments as e', 'e.id', 'c.experiment_id')
    .distinctOn('c.trial_id')
    .select(['c.trial_id', 'c.uuid', 'c.report_time', 'c.resources', 'c.steps'])
    .where(sql<boolean>`c.trial_id = any(${trialIds}::int[])`)
    .where('c.state', '=', 'COMPLETED')
    .where('c.searcher_metric', 'is not', null)
    .orderBy('c.trial_id')
    .orderBy(sql`c.searcher_metric * case when e.smaller_is_better then 1 else -1 end`)
    .orderBy('c.id')
    .execute();
  return new Map(
    found.map((row) => [
      row.trial_id ?? -1,
      {
        uuid: row.uuid,
        endTime: row.report_time,
        state: 'STATE_COMPLETED',
        resources: row.resources,
        totalBatches: row.steps,
        metadata: null,
      },
    ]),
  );
}

/** The checkpoint that a trial goes on from: the one that came last, whatever the clocks of its machines say. */
export async function latestCheckpoint(db: Db, trialId: number): Promise<{ uuid: string; steps: number } | undefined> {
  return db
    .selectFrom('checkpoints')
    .select(['uuid', 'steps'])
    .where('trial_id', '=', trialId)
    .where('state', '=', 'COMPLETED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
