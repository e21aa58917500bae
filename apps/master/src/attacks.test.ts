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

test('what is made or changed takes from a body what the call knows, and nothing else of its row', async () => {
  const one = await cluster.newUser();
  const send = async (method: string, path: string, body: object) => {
    const reply = await cluster.fetch(`/api/v1/${path}`, { method, token: one.token, body: JSON.stringify(body) });
    return [reply.status, (await reply.json()) as Record<string, Record<string, unknown>>] as const;
  };
  const more = {
    id: 1,
    userId: 1,
    user_id: 1,
    ownerId: 1,
    owner_id: 1,
    username: 'admin',
    archived: true,
    immutable: true,
    state: 'WORKSPACE_STATE_DELETING',
    pinned: false,
    created_at: '2000-01-01T00:00:00Z',
    __proto__: { userId: 1 },
    constructor: { prototype: { userId: 1 } },
  };
  const own = { userId: one.id, username: one.username, archived: false, immutable: false };
  const [made, { workspace }] = await send('POST', 'workspaces', { name: 'Sly', ...more });
  expect([made, workspace]).toMatchObject([200, { ...own, name: 'Sly', state: 'WORKSPACE_STATE_UNSPECIFIED' }]);
  const workspaceId = workspace?.id;
  expect(workspaceId).not.toBe(1);
  const [, { project }] = await send('POST', `workspaces/${workspaceId}/projects`, {
    name: 'Sly',
    ...more,
    numRuns: 9,
  });
  expect(project).toMatchObject({ ...own, workspaceId, name: 'Sly', numRuns: 0 });
  expect(project?.id).not.toBe(1);
  const config =
    'name: x\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';
  const asked = {
    config,
    projectId: project?.id,
    ...more,
    state: 'STATE_COMPLETED',
    progress: 1,
    jobId: 'x',
    numTrials: 9,
  };
  const [, { experiment }] = await send('POST', 'experiments', asked);
  expect(experiment).toMatchObject({ userId: one.id, archived: false, numTrials: 1 });
  expect([experiment?.state, experiment?.jobId]).not.toEqual(expect.arrayContaining(['STATE_COMPLETED', 'x']));
  for (const path of [`workspaces/${workspaceId}`, `projects/${project?.id}`, `experiments/${experiment?.id}`]) {
    const [status, reply] = await send('PATCH', path, { name: 'Slier', ...more });
    expect(status).toBe(200);
    expect(Object.values(reply)[0]).toMatchObject({ name: 'Slier', userId: one.id, archived: false });
  }
  expect(({} as { userId?: number }).userId).toBeUndefined();
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
