import {
  endUserSessionRoute,
  endUserSessionsRoute,
  getUserSessionsRoute,
} from '@determined/contract/identity/session-ext-routes.ts';
import { type DevCluster, type DevUser, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const sessionsOf = async (asker: DevUser, userId = asker.id) =>
  (await asker.client.call(getUserSessionsRoute, { params: { userId } })).sessions;
const isGood = async ({ token }: { token: string }) => {
  await cluster.heard();
  return (await cluster.fetch('/api/v1/me', { token })).status === 200;
};

test('a user sees his sign-ins, whence they came and which this one is, and ends one of them', async () => {
  const one = await cluster.newUser();
  const other = await cluster.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'User-Agent': `Browser ${'x'.repeat(1000)}` },
    body: JSON.stringify({ username: one.username, password: devPassword }),
  });
  const { token } = (await other.json()) as { token: string };
  expect(await isGood({ token })).toBe(true);
  const [newer, older, ...more] = await sessionsOf(one);
  expect(more).toEqual([]);
  expect(newer).toMatchObject({ current: false, address: '127.0.0.1', remote: false });
  expect(newer?.client).toMatch(/^Browser x{292}$/);
  expect(older?.current).toBe(true);
  // Used just now, by the question before.
  expect(Date.parse(newer?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(newer?.startedAt ?? ''));
  await one.client.call(endUserSessionRoute, { params: { userId: one.id, sessionId: newer?.id ?? 0 } });
  expect([await isGood({ token }), await isGood(one)]).toEqual([false, true]);
  expect(await sessionsOf(one)).toEqual([older]);
});

test('all others are ended at once, and those of access tokens and of others are left alone', async () => {
  const one = await cluster.newUser();
  const stranger = await cluster.newUser();
  const others = [await cluster.signIn(one.username, devPassword), await cluster.signIn(one.username, devPassword)];
  const body = JSON.stringify({ userId: one.id });
  const made = await cluster.fetch('/api/v1/tokens', { method: 'POST', token: cluster.admin.token, body });
  const access = (await made.json()) as { token: string };
  expect(await one.client.call(endUserSessionsRoute, { params: { userId: one.id } })).toEqual({ ended: 2 });
  expect(await Promise.all(others.map(isGood))).toEqual([false, false]);
  expect(await Promise.all([one, stranger, access].map(isGood))).toEqual([true, true, true]);
});

test("nobody but an administrator sees or ends another's, nor names one of another's below himself", async () => {
  const [one, two] = [await cluster.newUser(), await cluster.newUser()];
  const path = `/api/ext/v1/users/${one.id}/sessions`;
  const [session] = await sessionsOf(one);
  const tries = [
    await cluster.fetch(path, { token: two.token }),
    await cluster.fetch(path, { token: two.token, method: 'DELETE' }),
    await cluster.fetch(`${path}/${session?.id}`, { token: two.token, method: 'DELETE' }),
    await cluster.fetch(`/api/ext/v1/users/${two.id}/sessions/${session?.id}`, { token: two.token, method: 'DELETE' }),
    await cluster.fetch('/api/ext/v1/users/999999/sessions', { token: cluster.admin.token }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404]);
  expect(await isGood(one)).toBe(true);
  expect(await sessionsOf(cluster.admin, one.id)).toHaveLength(1);
  await cluster.admin.client.call(endUserSessionsRoute, { params: { userId: one.id } });
  expect(await isGood(one)).toBe(false);
});
