import { getUserRoute, patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from './app.ts';
import { clientPasswordHash, passwordMatches } from './identity/sessions/shared/password.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const lowCost = { N: 16, r: 1, p: 1 };

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  cluster.fetch('/api/v1/auth/login', { method: 'POST', headers, body: JSON.stringify({ username, password }) });

test('every write refuses a cookie that a page of another site sends along', async () => {
  const Cookie = (await login('admin', devPassword)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const writes = allRoutes
    .map((entry) => (entry.kind === 'raw' ? entry : entry.route))
    .filter(({ method, noAuth }) => method !== 'GET' && !noAuth);
  expect(writes.length).toBeGreaterThan(100);
  const passed: string[] = [];
  for (const { method, path } of writes) {
    const filled = path.replace(/\{[^}]+\}|:\w+/g, '1');
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      {},
    ]) {
      const reply = await cluster.fetch(filled, { method, headers: { Cookie, ...headers } as never, body: '{}' });
      const text = await reply.text();
      if (reply.status !== 403 || !text.includes('same origin')) passed.push(`${method} ${path}: ${reply.status}`);
    }
  }
  expect(passed).toEqual([]);
});

test('what one may change of oneself brings nothing else along', async () => {
  const one = await cluster.newUser();
  const account = async () => (await cluster.admin.client.call(getUserRoute, { userId: one.id })).user;
  const before = await account();
  const patch = (user: object) =>
    cluster.fetch(`/api/v1/users/${one.id}`, { method: 'PATCH', token: one.token, body: JSON.stringify(user) });
  for (const more of [{ admin: true }, { active: true }, { remote: true }, { agentUserGroup: { agentUid: 0 } }]) {
    expect((await patch({ displayName: 'Sly', ...more })).status).toBe(403);
  }
  const extra = {
    id: 1,
    lastAuthAt: '2000-01-01T00:00:00Z',
    password_hash: '',
    passwordHash: '',
    isAdmin: true,
    __proto__: { admin: true },
  };
  expect((await patch({ displayName: 'Sly', ...extra })).status).toBeLessThan(500);
  const { displayName: _name, modifiedAt: _at, ...after } = (await account()) ?? { displayName: '', modifiedAt: '' };
  expect(before).toMatchObject(after);
  expect((await login('admin', devPassword)).status).toBe(200);
  expect((await login(one.username, devPassword)).status).toBe(200);
});

test('one answer for every account that a password does not open', async () => {
  const { client } = cluster.admin;
  const make = (username: string, user: object, password = '') =>
    client.call(postUserRoute, { user: { username, active: true, ...user }, ...(password && { password }) });
  await make('of-a-provider', { remote: true });
  await make('without-one', {});
  await make('gone', { active: false }, devPassword);
  const answers = [];
  for (const name of ['of-a-provider', 'without-one', 'gone', 'admin', 'nobody']) {
    const reply = await login(name, 'wrong');
    answers.push([reply.status, await reply.text()]);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(401);
});

test('a blank password is looked at in the same way, and takes its turn, as any other', async () => {
  // Nothing is hashed for who finds the line full: who is told so without it was hashed for.
  const full = Array.from({ length: 202 }, () =>
    passwordMatches(undefined, 'x', 'one line', lowCost).catch(() => false),
  );
  await expect(passwordMatches('', clientPasswordHash('x'), 'one line', lowCost)).rejects.toThrow('too many requests');
  await Promise.all(full);
  expect(await passwordMatches('', '', 'one line', lowCost)).toBe(true);
  expect(await passwordMatches('', 'x', 'one line', lowCost)).toBe(false);
});

test('the tokens of who is deactivated open nothing, on no way in', async () => {
  const one = await cluster.newUser();
  const body = JSON.stringify({ userId: one.id });
  const made = await cluster.fetch('/api/v1/tokens', { method: 'POST', token: cluster.admin.token, body });
  const { token } = (await made.json()) as { token: string };
  const ways = (bearer: string): Record<string, string>[] => [
    { Authorization: `Bearer ${bearer}` },
    { 'Grpc-Metadata-x-user-token': `Bearer ${bearer}` },
    { Cookie: `auth=${bearer}` },
  ];
  await cluster.admin.client.call(patchUserRoute, { userId: one.id, user: { active: false } });
  await cluster.heard();
  for (const path of ['/api/v1/me', '/users/me', `/api/ext/v1/users/${one.id}/sessions`]) {
    for (const headers of [...ways(one.token), ...ways(token)]) {
      expect([401, 403]).toContain((await cluster.fetch(path, { headers })).status);
    }
  }
  expect((await login(one.username, devPassword)).status).toBe(403);
  await cluster.admin.client.call(patchUserRoute, { userId: one.id, user: { active: true } });
  await cluster.heard();
  expect((await cluster.fetch('/api/v1/me', { token })).status).toBe(401);
});

test('a token that a visitor brings along is not made good by his sign-in', async () => {
  const Cookie = 'auth=chosen-by-somebody-else';
  const reply = await login('admin', devPassword, { Cookie });
  const set = reply.headers.getSetCookie().join();
  expect(set).toContain('auth=');
  expect(set).not.toContain('chosen');
  expect((await cluster.fetch('/api/v1/me', { headers: { Cookie } })).status).toBe(401);
});
