import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queueChanged } from './allocation-events.ts';

let cluster: DevCluster;
/** When the queue was looked at, by `performance.now()`. */
const looks: number[] = [];
/** What only its look asks. */
const ofLook = 'blocked_agents';
beforeAll(async () => {
  const query = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [asked] = given as [string | { text?: string }];
    if ((typeof asked === 'string' ? asked : asked.text)?.includes(ofLook)) looks.push(performance.now());
    return query.apply(this, given);
  });
  cluster = await startDevCluster({ launcher: new ScriptedLauncher([1]) });
});
afterAll(async () => {
  await cluster.stop();
  vi.restoreAllMocks();
});

/** Keeps a statement of the queue waiting for so long at least, with whatever wakes it meanwhile; gives when it let it go. */
function keepWaiting(statement: string, { lock, milliseconds }: { lock: string; milliseconds: number }) {
  const { db } = cluster.master;
  return db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.raw(lock)} mode`.execute(tx);
    await eventually('it has waited', async () => {
      cluster.master.bus.emit(queueChanged, {});
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${`%${statement}%`} and pid <> pg_backend_pid()
        and clock_timestamp() - query_start > make_interval(secs => ${milliseconds / 1000})`.execute(db);
      return rows.length > 0;
    });
    return performance.now();
  });
}

/** How long until it is looked at again, though it is asked for all the time. */
const untilNext = async (since: number): Promise<number> =>
  (await eventually('it is looked at again', async () => {
    cluster.master.bus.emit(queueChanged, {});
    return looks.find((at) => at > since);
  })) - since;

test.each([
  { look: 300, rest: 900, less: 2_000 },
  { look: 1_000, rest: 2_000, less: 3_000 },
])('after a look of $look ms and more the queue rests for $rest, whoever wakes it', async ({ look, rest, less }) => {
  const released = await keepWaiting(ofLook, { lock: 'log_policy_matches in access exclusive', milliseconds: look });
  const waited = await untilNext(released);
  expect(waited).toBeGreaterThanOrEqual(rest);
  expect(waited).toBeLessThan(less);
});

test('after it has started something, however long that took, it looks again soon', async () => {
  const config =
    'name: begins\nentrypoint: x\nresources: {slots_per_trial: 1}\nsearcher: {name: single, metric: loss}\n';
  const created = eventually('the table is locked', async () => {
    const { rows } = await sql`select 1 from pg_locks where mode = 'ShareLock' and granted
      and relation = 'allocation_places'::regclass`.execute(cluster.master.db);
    return rows.length > 0;
  }).then(() => cluster.admin.client.call(createExperimentRoute, { config, activate: true }));
  const released = await keepWaiting('insert into "allocation_places"', {
    lock: 'allocation_places in share',
    milliseconds: 700,
  });
  expect(await untilNext(released)).toBeLessThan(1_500);
  await created;
});
