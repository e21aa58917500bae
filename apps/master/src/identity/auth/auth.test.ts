import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('the signed-in account is told', async () => {
  const { user } = await cluster.admin.client.call(currentUserRoute, {});
  expect(user).toMatchObject({ id: 1, username: 'admin', admin: true });
});

test('a wrong password and an unknown user get the same answer', async () => {
  const tries = await Promise.all(
    [
      ['admin', 'nope'],
      ['nobody-here', devPassword],
    ].map(async ([username, password]) => {
      const reply = await cluster.fetch('/api/v1/auth/login', {
        method: 'POST',
        body: JSON.stringify({ username, password }),
      });
      return [reply.status, await reply.json()];
    }),
  );
  expect(tries[0]).toEqual([401, { error: { code: 16, reason: 'Unauthenticated', error: 'invalid credentials' } }]);
  expect(tries[1]).toEqual(tries[0]);
});
