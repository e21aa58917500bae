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
  const asked: (string | number)[] = [];
  const there = { ownerId: 1, workspaceOwnerId: 1, workspaceId: 1 };
  const finders = rememberSubjects(master, {
    template: {
      find: async (_db, id) => {
        asked.push(id);
        return id === 'unknown' || id === 2 ? undefined : there;
      },
      missing: (id) => notFound('template', id),
    },
  });
  const uuid = randomUUID();
  const timesOf = async (id: string | number) => {
    for (let i = 0; i < 3; i += 1) await finders.template?.find(master.db, id, 'templateName');
    return asked.filter((one) => one === id).length;
  };
  expect([await timesOf(1), await timesOf(uuid), await timesOf(`7.${uuid}`)]).toEqual([1, 1, 1]);
  expect([await timesOf('hidden'), await timesOf('unknown'), await timesOf(2)]).toEqual([3, 3, 3]);
});
