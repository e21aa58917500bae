import { getUserRoute, patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { decodeRequest } from '@determined/contract/wire/decode-request.ts';
import { camelCase, type Message, planOf } from '@determined/contract/wire/message.ts';
import { pathNames } from '@determined/contract/wire/request-shape.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('what is a right is not changed along with what one may change of oneself', async () => {
  const one = await cluster.newUser();
  const account = async () => (await cluster.admin.client.call(getUserRoute, { userId: one.id })).user;
  const before = await account();
  for (const more of [{ admin: true }, { active: true }, { remote: true }, { agentUserGroup: { agentUid: 0 } }]) {
    const body = JSON.stringify({ displayName: 'Sly', ...more });
    const reply = await cluster.fetch(`/api/v1/users/${one.id}`, { method: 'PATCH', token: one.token, body });
    expect(reply.status).toBe(403);
  }
  expect(await account()).toEqual(before);
});

describe('handlers are given the fields of their call and nothing else that a body names', () => {
  const foreign =
    '"id":1,"userId":1,"user_id":1,"ownerId":1,"username":"admin","admin":true,"passwordHash":"","password_hash":"","immutable":true,"createdAt":1,"nothingKnown":1,"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}';

  /** A body with foreign names beside its own messages, at every level. */
  function bodyOf(message: Message<unknown>, open: readonly unknown[] = []): Record<string, unknown> {
    const { fields, byName } = planOf(message);
    const known = (name: string) => byName.has(camelCase(name));
    const body: Record<string, unknown> = Object.fromEntries(
      Object.entries(JSON.parse(`{${foreign}}`)).filter(([name]) => !known(name)),
    );
    for (const field of fields) {
      if (!field.message || field.map || open.includes(field.message)) continue;
      const part = bodyOf(field.message, [...open, message]);
      body[field.name] = field.list ? [part] : part;
    }
    return body;
  }

  /** Where a value has more than its message. */
  function foreignTo(message: Message<unknown>, value: object, path: string): string[] {
    const { fields, byName } = planOf(message);
    const more = Object.keys(value).filter((name) => !byName.has(name));
    if (Object.getPrototypeOf(value) !== Object.prototype) more.push('a prototype of its own');
    const inside = fields.flatMap((field) => {
      const part = (value as Record<string, unknown>)[field.name];
      if (!field.message || field.map || !part) return [];
      return [part].flat().flatMap((one) => foreignTo(field.message as Message<unknown>, one as object, field.name));
    });
    return [...more.map((name) => `${path}: ${name}`), ...inside];
  }

  test('of every call with a body', () => {
    const routes = allRoutes.flatMap((entry) => (entry.kind === 'route' && entry.route.body ? [entry.route] : []));
    expect(routes.length).toBeGreaterThan(80);
    const found = routes.flatMap((route) => {
      const part = route.body === '*' ? route.request : planOf(route.request).byName.get(route.body ?? '')?.message;
      if (!part) return [];
      const path = Object.fromEntries(pathNames(route.path).map((name) => [name, '1']));
      const request = decodeRequest(route, { path, query: new URLSearchParams(), body: bodyOf(part) });
      return foreignTo(route.request, request, route.rpc);
    });
    expect(found).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

test('no address leads to another server, whatever its parameters and its path name', async () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ];
  const names = [
    'redirect',
    'path',
    'relayState',
    'RelayState',
    'serviceAddr',
    'next',
    'url',
    'return_to',
    'redirect_uri',
  ];
  const gets = allRoutes.flatMap((entry) => (entry.kind === 'raw' && entry.method === 'GET' ? [entry.path] : []));
  const paths = [...gets, '/', '/det', '/det/', '/det/login', '/det/reload', '/det/logout', '/docs'].map((path) =>
    path.replace(/:\w+|\*/g, 'x'),
  );
  const led: string[] = [];
  const look = async (path: string) => {
    const reply = await cluster.fetch(path, { signal: AbortSignal.timeout(5_000) });
    await reply.body?.cancel();
    const to = reply.headers.get('location');
    if (to !== null && new URL(to, cluster.address).host !== new URL(cluster.address).host) led.push(`${path} → ${to}`);
    if (reply.headers.has('refresh')) led.push(`${path} refreshes`);
  };
  for (const path of paths) {
    for (const target of elsewhere)
      await look(`${path}?${names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&')}`);
  }
  for (const path of [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/%5cevil.example',
    '/det//evil.example/',
    '/det/%2f%2fevil.example/..',
  ]) {
    await look(path);
  }
  expect(led).toEqual([]);
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
  // Nor is a session that is there already the one that begins.
  const before = await cluster.newUser();
  const again = await login('admin', devPassword, { Cookie: `auth=${before.token}` });
  const { token } = (await again.json()) as { token: string };
  expect([token, again.headers.getSetCookie().join()]).not.toEqual([
    before.token,
    expect.stringContaining(before.token),
  ]);
  expect(token).not.toBe(before.token);
  const whose = await cluster.fetch('/api/v1/me', { token: before.token });
  expect(await whose.json()).toMatchObject({ user: { id: before.id } });
  expect((await cluster.fetch('/api/v1/me', { headers: { Cookie } })).status).toBe(401);
});
