import { getMeRoute } from '@determined/contract/identity/users-routes.ts';
import { planOf } from '@determined/contract/wire/message.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../app.ts';
import { searchesAtOnce } from './bounded-search.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_DB_SEARCH_TIMEOUT_SECONDS: '1' } });
});
afterAll(() => cluster.stop());

const field = {
  kind: 'field',
  columnName: 'name',
  location: 'LOCATION_TYPE_EXPERIMENT',
  operator: 'contains',
  value: 'x',
};
const filter = JSON.stringify({
  filterGroup: { kind: 'group', conjunction: 'and', children: [field] },
  showArchived: true,
});
const bulk = { experimentIds: [], filters: { projectId: 1, name: 'x' } };
const bulkCalls = ['archive', 'unarchive', 'activate', 'cancel', 'kill', 'pause'];

/** Each call that hands a user's own words to the database, as `method path`, and a request that needs what is locked. */
const searches: Record<string, { query?: Record<string, string>; body?: object; lock?: string }> = {
  'GET /api/v1/experiments': { query: { name: 'x', sortBy: 'SORT_BY_NAME' } },
  'POST /api/v1/experiments-search': { body: { filter, sort: 'name=asc' } },
  'POST /api/v1/runs': { body: { filter, sort: 'experimentName=asc' } },
  ...Object.fromEntries(
    ['archive', 'unarchive', 'kill', 'pause', 'resume', 'delete'].map((act) => [
      `POST /api/v1/runs/${act}`,
      { body: { filter, projectId: 1 } },
    ]),
  ),
  'POST /api/v1/runs/move': { body: { filter, sourceProjectId: 2, destinationProjectId: 1 } },
  'GET /api/v1/projects/{projectId}/metadata/{key}': { lock: 'run_metadata' },
  'GET /api/ext/v1/projects/{projectId}/experiment-rows': {
    query: { sort: 'name=asc', columns: 'id,name' },
    lock: 'experiment_counts',
  },
  'GET /api/ext/v1/find': { query: { text: 'x' } },
  'GET /api/v1/workspaces': { query: { name: '%x%' }, lock: 'workspaces' },
  'GET /api/v1/workspaces/{id}/projects': { query: { name: '%x%', sortBy: 'SORT_BY_LAST_EXPERIMENT_START_TIME' } },
  ...Object.fromEntries(
    bulkCalls.map((act) => [`POST /api/v1/projects/{projectId}/experiments/${act}`, { body: bulk }]),
  ),
  'DELETE /api/v1/projects/{projectId}/experiments/delete': { body: bulk },
  'POST /api/v1/projects/{projectId}/experiments/move': { body: { ...bulk, destinationProjectId: 1 } },
  'PUT /api/v1/projects/{projectId}/experiments/retain_logs': { body: { ...bulk, numDays: 1 } },
};

/** Compare names here, not in the database. */
const inMemory = ['PATCH /api/v1/users'];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every built call that takes a filter or an order in words is bounded', () => {
  const built = allRoutes.flatMap((entry) => (entry.kind === 'route' && entry.built ? [entry.route] : []));
  const worded = built.filter((route) =>
    planOf(route.request).fields.some(({ name, names }) => ['filter', 'filters', 'sort'].includes(name) && !names),
  );
  expect(worded.length).toBeGreaterThan(5);
  expect(worded.map(nameOf).filter((name) => !(name in searches) && !inMemory.includes(name))).toEqual([]);
});

async function send(name: string): Promise<Response> {
  const { query = {}, body } = searches[name] ?? {};
  const [method, path = ''] = name.split(' ');
  return cluster.fetch(
    `${path.replace('{projectId}', '1').replace('{id}', '1').replace('{key}', 'team')}?${new URLSearchParams(query)}`,
    {
      method,
      token: cluster.admin.token,
      ...(body && { body: JSON.stringify(body) }),
    },
  );
}

async function locked<T>(table: string, work: () => Promise<T>): Promise<T> {
  return cluster.master.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    return work();
  });
}

test.each(Object.keys(searches))('%s is given up in words when the database does not come to an end', async (name) => {
  expect([200, 400]).toContain((await send(name)).status);
  const reply = await locked(searches[name]?.lock ?? 'experiments', () => send(name));
  expect([reply.status, await reply.json()]).toEqual([
    400,
    {
      error: expect.objectContaining({
        code: 3,
        error: expect.stringMatching(/^this filter or order takes the database longer than 1 s and was given up/),
      }),
    },
  ]);
});

test('many searches that take long leave room for whoever does not search, and change nothing of later statements', async () => {
  const { db } = cluster.master;
  await locked('experiments', async () => {
    const all = Array.from({ length: 30 }, () => send('POST /api/v1/experiments-search'));
    await eventually('searches wait', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.n === searchesAtOnce || undefined;
    });
    expect((await cluster.admin.client.call(getMeRoute, {})).user?.username).toBe('admin');
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([400]));
  });
  const settings = await Promise.all(
    Array.from({ length: 20 }, () =>
      sql<{ t: string; r: string }>`select current_setting('statement_timeout') as t,
        current_setting('transaction_read_only') as r from pg_sleep(0.05)`.execute(db),
    ),
  );
  expect(new Set(settings.map(({ rows }) => `${rows[0]?.t} ${rows[0]?.r}`))).toEqual(new Set(['0 off']));
});
