import type { AggregateQueueStats } from '@determined/contract/cluster/job-queue-generated.ts';
import type { getJobQueueStatsRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { countJobs, queuesByPool } from './shared/queues-by-pool.ts';

const days = 30;

/** Jobs that wait and run, by pool, and how long work waited on each of the last days. Facts: platform semantics 4.6. */
export const getQueueStats: Handler<typeof getJobQueueStatsRoute> = async ({ resourcePools: asked }, ctx) => {
  const known = ctx.master.config.resource_pools.map(({ pool_name }) => pool_name).toSorted();
  for (const pool of asked) {
    if (!known.includes(pool)) throw invalidArgument(`resourcePools: cannot find resource pool ${pool}`);
  }
  const [queues, waits] = await Promise.all([queuesByPool(ctx.master), queueSeconds(ctx)]);
  const today = ctx.master.clock.now().toISOString().slice(0, 10);
  return {
    results: known
      .filter((pool) => asked.length === 0 || asked.includes(pool))
      .map((pool) => {
        const aggregates = waits.get(pool) ?? [];
        if (aggregates.at(-1)?.periodStart !== today) aggregates.push({ periodStart: today, seconds: 0 });
        return { resourcePool: pool, stats: countJobs(queues.get(pool) ?? []), aggregates };
      }),
  };
};

/** Average seconds in the queue of what started on a day (in UTC), days without any left out. */
async function queueSeconds(ctx: Context): Promise<Map<string, AggregateQueueStats[]>> {
  const since = new Date(ctx.master.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const rows = await ctx.db
    .selectFrom('allocations')
    .select([
      'resource_pool',
      sql<string>`(start_time at time zone 'UTC')::date::text`.as('day'),
      sql<number>`avg(extract(epoch from start_time - requested_at))::double precision`.as('seconds'),
    ])
    .where('start_time', '>=', since)
    .groupBy(['resource_pool', 'day'])
    .orderBy('day')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ resource_pool }) => resource_pool)].map(([pool, ofPool]) => [
      pool,
      ofPool.map(({ day, seconds }) => ({ periodStart: day, seconds })),
    ]),
  );
}
