import { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import { patchAccessTokenRoute, postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { patchUserRoute, setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

/** A call of each kind, streams and downloads among them: what they answer to the token, from the header and the cookie. */
async function statuses(token: string): Promise<number[]> {
  const found = new Set<number>();
  const missing = '00000000-0000-4000-8000-000000000000';
  for (const path of [
    '/api/v1/me',
    '/api/v1/master/logs?limit=1',
    '/api/ext/v1/examples',
    '/users/me',
    '/experiments/999/model_def',
    '/experiments/999/file/download?path=x',
    `/checkpoints/${missing}`,
  ]) {
    for (const headers of [{ Authorization: `Bearer ${token}` }, { Cookie: `auth=${token}` }]) {
      const reply = await cluster.fetch(path, { headers });
      await reply.text();
      found.add(reply.status);
    }
  }
  return [...found].toSorted();
}
/** Signed in: there is something to be had, or no such thing. */
const signedIn = [200, 404];

const ends: [string, (user: DevUser) => Promise<unknown>, number[]][] = [
  ['signing out', ({ client }) => client.call(logoutRoute, {}), [401]],
  [
    'its time',
    ({ id }) => {
      const past = { expires_at: new Date(Date.now() - 1_000).toISOString() };
      return cluster.master.db.updateTable('user_sessions').set(past).where('user_id', '=', id).execute();
    },
    [401],
  ],
  [
    'a new password',
    ({ id, client }) => client.call(setUserPasswordRoute, { userId: id, password: 'New-Passw0rd' }),
    [401],
  ],
  [
    'the end of the account',
    ({ id }) => cluster.admin.client.call(patchUserRoute, { userId: id, user: { active: false } }),
    [403],
  ],
];

test.each(ends)('a session ended by %s opens nothing', async (how, end, expected) => {
  const user = await cluster.newUser();
  // What has been seen just now is remembered for a moment, but not past its end.
  if (how !== 'its time') expect(await statuses(user.token)).toEqual(signedIn);
  await end(user);
  await cluster.heard();
  expect(await statuses(user.token)).toEqual(expected);
});

test('nor does a revoked access token', async () => {
  const { client } = cluster.admin;
  const { token, tokenId } = await client.call(postAccessTokenRoute, { userId: 1 });
  expect(await statuses(token)).toEqual(signedIn);
  await client.call(patchAccessTokenRoute, { tokenId, setRevoked: true });
  await cluster.heard();
  expect(await statuses(token)).toEqual([401]);
});
