import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import {
  findMasterLogLinesRoute,
  getMasterLogLinesRoute,
  getSingleMasterLogLinesRoute,
} from '@determined/contract/tasks/ext-routes.ts';
import {
  type DevCluster,
  type DevUser,
  devPassword,
  signInAt,
  startDevCluster,
} from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
/** The first master without the others: its log is its own. */
let itself: Pick<DevUser, 'client'>;
/** Number of the first line of ours. */
let first: number;

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
const time = (second: number) => new Date(Date.UTC(2036, 0, 1) + second * 1_000).toISOString();
const push = (from: number, count: number) => {
  for (let i = from; i < from + count; i++)
    cluster.master.recentLog.push({
      message: `line ${i}${i % 500 === 3 ? ' Needle' : ''}`,
      timestamp: time(i),
      level: `LOG_LEVEL_${levels[i % 6] ?? 'INFO'}`,
    });
};

beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
  itself = await signInAt(cluster.master.address, 'admin', devPassword);
  first = cluster.master.recentLog.total;
  push(0, 3_000);
});
afterAll(() => cluster.stop());

const read = (from: number, count: number) => itself.client.call(getMasterLogLinesRoute, { query: { from, count } });

type Query = ExtRequestOf<typeof findMasterLogLinesRoute>['query'];
async function findAll(query: Partial<Query>): Promise<number[]> {
  const found: number[] = [];
  let range: Partial<Query> = { from: first };
  for (;;) {
    const { runs, done, at } = await itself.client.call(findMasterLogLinesRoute, {
      query: { ...query, from: first, ...range },
    });
    for (let i = 0; i < runs.length; i += 2) {
      const run = Array.from({ length: runs[i + 1] ?? 0 }, (_, j) => (runs[i] ?? 0) + j);
      found.push(...(query.newestFirst ? run.reverse() : run));
    }
    if (done) return found;
    range = query.newestFirst ? { to: at } : { from: at };
  }
}

test('lines of the master are read by number, from the end, and one by one', async () => {
  const { total } = cluster.master.recentLog;
  const range = await read(first + 10, 2);
  expect(range).toMatchObject({ first: 0, total, from: first + 10, masterId: cluster.master.masterId });
  expect(range.lines).toEqual([
    { n: first + 10, time: time(10), level: 'ERROR', rank: null, source: '', text: 'line 10' },
    { n: first + 11, time: time(11), level: 'CRITICAL', rank: null, source: '', text: 'line 11' },
  ]);
  expect((await read(first - total, 1)).lines.map(({ text }) => text)).toEqual(['line 0']);
  expect((await read(0, 5_000)).lines).toHaveLength(2_000);
  expect((await read(total, 10)).lines).toEqual([]);
  const numbers = [first + 2_999, first, 999_999].join(',');
  const { lines } = await itself.client.call(getSingleMasterLogLinesRoute, { query: { numbers } });
  expect(lines.map(({ text }) => text)).toEqual(['line 0', 'line 2999']);
});

test('each filter finds the lines of the master that pass, forwards and backwards', async () => {
  const cases: [Partial<Query>, (i: number) => boolean][] = [
    [{ text: 'needle' }, (i) => i % 500 === 3],
    [{ text: 'line (3|503) N', regex: true }, (i) => i === 3 || i === 503],
    [{ levels: ['ERROR', 'CRITICAL'] }, (i) => i % 6 >= 4],
    [{ levels: 'CRITICAL', text: 'Needle' }, (i) => i % 6 === 5 && i % 500 === 3],
    [{ since: time(100), until: time(110) }, (i) => i >= 100 && i <= 110],
  ];
  for (const [query, passes] of cases) {
    const expected = Array.from({ length: 3_000 }, (_, i) => i)
      .filter(passes)
      .map((i) => first + i);
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
    const ours = (numbers: number[]) => numbers.filter((n) => n < first + 3_000);
    expect(ours(await findAll(query)), JSON.stringify(query)).toEqual(expected);
    expect(ours(await findAll({ ...query, newestFirst: true }))).toEqual(expected.toReversed());
  }
  expect(await findAll({ text: 'needle', limit: 1 })).toEqual([first + 3]);
  await expect(findAll({ text: '(', regex: true })).rejects.toMatchObject({ code: 'InvalidArgument' });
});

test('who may not see the master’s log is answered none of it; the permission for the cluster is enough', async () => {
  const user = await cluster.newUser();
  const calls = [
    () => user.client.call(getMasterLogLinesRoute, { query: { from: -1, count: 1 } }),
    () => user.client.call(getSingleMasterLogLinesRoute, { query: { numbers: '0' } }),
    () => user.client.call(findMasterLogLinesRoute, { query: { from: 0 } }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'PermissionDenied' });
  const clusterAdmin = { role: { roleId: 1 } };
  await cluster.admin.client.call(assignRolesRoute, {
    userRoleAssignments: [{ userId: user.id, roleAssignment: clusterAdmin }],
  } as never);
  for (const call of calls) await call();
});

test('of more lines than are kept the oldest are gone, under their numbers', async () => {
  push(3_000, 30_000);
  const { total, first: oldest } = cluster.master.recentLog;
  expect(total - oldest).toBe(25_000);
  expect(await read(0, 1)).toMatchObject({ first: oldest, total, from: oldest, lines: [{ n: oldest }] });
  const numbers = `0,${oldest - 1},${oldest}`;
  const { lines } = await itself.client.call(getSingleMasterLogLinesRoute, { query: { numbers } });
  expect(lines.map(({ n }) => n)).toEqual([oldest]);
  const query = { from: 0, newestFirst: true };
  const all = await itself.client.call(findMasterLogLinesRoute, { query });
  expect(all).toEqual({ masterId: cluster.master.masterId, total, at: oldest, done: true, runs: [oldest, 25_000] });
  const none = await itself.client.call(findMasterLogLinesRoute, { query: { ...query, text: 'nowhere' } });
  expect(none).toEqual({ masterId: cluster.master.masterId, total, at: oldest, done: true, runs: [] });
});
