import { patchUserRoute, postUserRoute, setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// An address that is not this machine's usual one stands for those that others reach.
let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_HOST: '127.0.0.2' } });
});
afterAll(() => cluster.stop());

test('where others may reach the server nobody becomes an administrator without a password', async () => {
  const { client } = cluster.admin;
  const refused = {
    code: 'FailedPrecondition',
    message: expect.stringMatching(
      /^the administrator \S+ needs a password, since this server listens on 127\.0\.0\.2/,
    ),
  };
  const admin = (username: string, more: object = {}) => ({ user: { username, active: true, admin: true }, ...more });
  expect(await refusalOf(client.call(postUserRoute, admin('open')))).toMatchObject(refused);
  await client.call(postUserRoute, admin('closed', { password: devPassword }));
  const plain = (await client.call(postUserRoute, { user: { username: 'plain', active: true } })).user?.id ?? 0;
  expect(await refusalOf(client.call(patchUserRoute, { userId: plain, user: { admin: true } }))).toMatchObject(refused);
  await client.call(setUserPasswordRoute, { userId: plain, password: devPassword });
  await client.call(patchUserRoute, { userId: plain, user: { admin: true } });
  expect(await refusalOf(client.call(setUserPasswordRoute, { userId: plain, password: '' }))).toMatchObject(refused);
  // The old way makes accounts without one.
  const old = await cluster.fetch('/users', {
    method: 'POST',
    token: cluster.admin.token,
    body: JSON.stringify({ username: 'older', admin: true, active: true }),
  });
  expect([old.status, await old.json()]).toEqual([400, { message: refused.message }]);
  // Who signs in elsewhere has none here.
  await client.call(postUserRoute, { user: { username: 'remote', active: true, admin: true, remote: true } });
  await cluster.restart();
});
