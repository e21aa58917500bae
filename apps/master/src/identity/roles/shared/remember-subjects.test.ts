import { randomUUID } from 'node:crypto';
import { notFound } from '@determined/contract/errors.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberSubjects } from './remember-subjects.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('what goes by a number or a uuid is looked up once, a name each time, whether there is such a thing or not', async () => {
  const { master } = cluster;
  const asked: string[] = [];
  const there = { ownerId: 1, workspaceOwnerId: 1, workspaceId: 1 };
  const finder = (kind: string) => ({
    find: async (_db: unknown, id: string | number) => {
      asked.push(`${kind} ${id}`);
      return id === 'unknown' || id === 2 ? undefined : there;
    },
    missing: (id: string | number) => notFound(kind, id),
  });
  const finders = rememberSubjects(master, { checkpoint: finder('checkpoint'), template: finder('template') });
  const uuid = randomUUID();
  const timesOf = async (id: string | number, kind: 'checkpoint' | 'template' = 'checkpoint') => {
    for (let i = 0; i < 3; i += 1) await finders[kind]?.find(master.db, id, 'id');
    return asked.filter((one) => one === `${kind} ${id}`).length;
  };
  expect([await timesOf(1), await timesOf(uuid), await timesOf(`7.${uuid}`)]).toEqual([1, 1, 1]);
  expect([await timesOf('hidden'), await timesOf('unknown'), await timesOf(2)]).toEqual([3, 3, 3]);
  // People may give a name that looks like one that nobody guesses.
  expect(await timesOf(uuid, 'template')).toBe(3);
});
