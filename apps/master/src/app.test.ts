import { notFound } from '@determined/contract/errors.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { liveUpdatesSlice } from './outbound/live-updates/live-updates-slice.ts';
import { defineEvent, publish } from './platform/bus/bus.ts';
import { hintsOf } from './platform/bus/hint-source.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { defineHook } from './platform/hook.ts';
import { raw } from './platform/http/serve.ts';
import type { Slice } from './platform/slice.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const thingMoved = defineEvent<{ thingId: number }>('thing-moved');
const thingMoving = defineHook<{ thingId: number }>('thing-moving');

/** A new slice as it would stand in its folder. */
function plantedSlice(moved: number[]): Slice {
  return {
    routes: [raw('GET', '/things/:id', async () => ({ thing: true }), { withoutRbac: 'owner', on: 'model', by: 'id' })],
    subjects: {
      model: {
        find: async (_db, id) => (id === '7' ? { ownerId: 0, workspaceOwnerId: 0, workspaceId: null } : undefined),
        missing: (id) => notFound('thing', id),
      },
    },
    hints: [hintsOf(thingMoved, ({ thingId }) => [{ entity: 'model', of: { model: thingId } }])],
    setUp: (master) => void thingMoving.on(master, async (_tx, { thingId }) => void moved.push(thingId)),
  };
}

test('a slice that is listed is served, guarded, told of and takes part in hooks: its one line is enough', async () => {
  const { master, admin } = cluster;
  const stranger = await cluster.newUser();
  const moved: number[] = [];
  const server = await createApp(master, undefined, [plantedSlice(moved), liveUpdatesSlice]);
  try {
    const status = async (token: string | undefined, id: number) =>
      (await server.inject({ path: `/things/${id}`, headers: token ? { authorization: `Bearer ${token}` } : {} }))
        .statusCode;
    expect([await status(undefined, 7), await status(stranger.token, 7), await status(stranger.token, 8)]).toEqual([
      401, 403, 404,
    ]);
    expect(await status(admin.token, 7)).toBe(200);

    const socket = await server.injectWS('/api/ext/v1/live', { headers: { authorization: `Bearer ${admin.token}` } });
    const frames: string[] = [];
    socket.on('message', (data) => frames.push(String(data)));
    await inTransaction(master.db, async (tx) => {
      await thingMoving.run(tx, { thingId: 7 });
      publish(tx, thingMoved, { thingId: 7 });
    });
    expect(moved).toEqual([7]);
    await eventually('a hint', () => frames.some((frame) => frame.includes('{"entity":"model","of":{"model":7}}')));
    socket.terminate();
  } finally {
    await server.close();
  }
});

test('what a hook throws undoes the transaction that runs it, and one that was removed no longer takes part', async () => {
  const { master } = cluster;
  const remove = thingMoving.on(master, async () => {
    throw new Error('not now');
  });
  const move = () =>
    inTransaction(master.db, async (tx) => {
      const { id } = await tx
        .insertInto('cluster_facts')
        .values({ name: 'moved', value: '1' })
        .returning('name as id')
        .executeTakeFirstOrThrow();
      await thingMoving.run(tx, { thingId: 1 });
      return id;
    });
  await expect(move()).rejects.toThrow('not now');
  remove();
  expect(await move()).toBe('moved');
});
