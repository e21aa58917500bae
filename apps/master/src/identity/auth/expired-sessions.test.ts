import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionKind } from '#platform/db/tables/identity-tables.ts';
import { deleteExpiredSessions } from '../sessions/shared/session-store.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('sessions that expired a month ago are forgotten; younger ones, and access tokens, are kept', async () => {
  const { db } = cluster.master;
  const keep = async (mark: number, kind: SessionKind, daysAgo: number) => {
    const expires_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const token_hash = Buffer.from([mark]);
    await db.insertInto('user_sessions').values({ user_id: 1, kind, token_hash, expires_at }).execute();
  };
  await keep(1, 'user', 31);
  await keep(2, 'task', 31);
  await keep(3, 'access_token', 31);
  await keep(4, 'user', 29);

  await deleteExpiredSessions(db);

  const left = await db
    .selectFrom('user_sessions')
    .select('token_hash')
    .where((eb) => eb(eb.fn('length', ['token_hash']), '=', 1))
    .execute();
  expect(left.map((row) => row.token_hash[0]).toSorted()).toEqual([3, 4]);
  // The session in use is not among them.
  expect((await cluster.admin.client.call(currentUserRoute, {})).user?.username).toBe('admin');
});
