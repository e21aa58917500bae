import { scryptSync } from 'node:crypto';
import { currentUserRoute, logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPasswordHash, passwordMatches, usualCost } from '../sessions/shared/password.ts';
import { findUserById } from '../users/shared/user-store.ts';
import { makeSignInLink } from './sign-in-link.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ passwordCost: 'usual' });
});
afterAll(() => cluster.stop());

const login = (username: string, password: string, more: object = {}) =>
  cluster.fetch('/api/v1/auth/login', { method: 'POST', body: JSON.stringify({ username, password, ...more }) });
/** The cookie of a sign-in, as a browser sends it back. */
const cookieOf = (reply: Response) => reply.headers.get('set-cookie')?.split(';')[0] ?? '';
const me = (headers: Record<string, string>) => cluster.fetch('/api/v1/me', { headers });

test('[AUTH-060] the signed-in account is told', async () => {
  const { user } = await cluster.admin.client.call(currentUserRoute, {});
  expect(user).toMatchObject({ id: 1, username: 'admin', admin: true });
});

test('[AUTH-058] sign-in takes the password typed or hashed, and answers token and account', async () => {
  for (const reply of [
    await login('admin', devPassword),
    await login('admin', clientPasswordHash(devPassword), { isHashed: true }),
  ]) {
    expect(reply.status).toBe(200);
    const { token, user } = (await reply.json()) as { token: string; user: { username: string } };
    expect(user.username).toBe('admin');
    expect((await me({ Authorization: `Bearer ${token}` })).status).toBe(200);
  }
  // A hash sent as a password is no password.
  expect((await login('admin', clientPasswordHash(devPassword))).status).toBe(401);
  expect((await login('', 'x')).status).toBe(400);
});

test('[AUTH-059] a wrong password and an unknown user get the same answer', async () => {
  const tries = await Promise.all(
    [
      ['admin', 'nope'],
      ['nobody-here', devPassword],
      ['ADMIN', devPassword],
    ].map(async ([username = '', password = '']) => {
      const reply = await login(username, password);
      return [reply.status, await reply.json()];
    }),
  );
  const refused = [401, { error: { code: 16, reason: 'Unauthenticated', error: 'invalid credentials' } }];
  expect(tries).toEqual([refused, refused, refused]);
});

test('the tenth failure of an account makes the next try wait, also with the right password, and others not', async () => {
  const { username } = await cluster.newUser();
  for (let i = 0; i < 10; i++) expect((await login(username, 'wrong')).status).toBe(401);
  const slowed = await login(username, devPassword);
  expect([slowed.status, await slowed.json()]).toEqual([
    429,
    { error: { code: 8, reason: 'ResourceExhausted', error: expect.stringMatching(/try again in \d+ s/) } },
  ]);
  expect((await login('admin', devPassword)).status).toBe(200);
});

test('guesses sent at the same time are slowed as well', async () => {
  const { username } = await cluster.newUser();
  const replies = await Promise.all(Array.from({ length: 30 }, () => login(username, 'wrong')));
  const statuses = replies.map(({ status }) => status);
  // The one that signed the user in from here does not count among the failures. At once each master lets as many try.
  const tried = 10 * cluster.masters.length;
  expect(statuses.filter((status) => status === 401)).toHaveLength(tried);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - tried);
});

test('a page of another site cannot sign its visitor in, since no cookie is set', async () => {
  const cookies = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ username: 'admin', password: devPassword });
    const init = { method: 'POST', headers: { 'Content-Type': 'text/plain', ...headers }, body };
    const old = JSON.stringify({ username: 'admin', password: clientPasswordHash(devPassword) });
    const secret = await makeSignInLink(cluster.master, 1);
    const replies = [
      await cluster.fetch('/api/v1/auth/login', init),
      await cluster.fetch('/login?cookie=true', { ...init, body: old }),
      await cluster.fetch('/api/ext/v1/sign-in-link', { ...init, body: JSON.stringify({ secret }) }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    return replies.map((reply) => cookieOf(reply) !== '');
  };
  expect(await cookies({ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://elsewhere.example' })).toEqual(
    Array(3).fill(false),
  );
  expect(await cookies({ Origin: 'http://elsewhere.example' })).toEqual(Array(3).fill(false));
  expect(await cookies({ 'Sec-Fetch-Site': 'same-origin', Origin: cluster.address })).toEqual(Array(3).fill(true));
  expect(await cookies({ Origin: cluster.address })).toEqual(Array(3).fill(true));
  expect(await cookies({})).toEqual(Array(3).fill(true));
});

test('[AUTH-050] the cookie lasts seven days and is out of reach of scripts and other sites', async () => {
  const before = Date.now();
  const reply = await login('admin', devPassword);
  const [common = '', own = ''] = reply.headers.getSetCookie();
  const [value, ...attributes] = common.split('; ');
  expect(value).toMatch(/^auth=[\w-]{40,}$/);
  expect(own.replace(/^auth_\w{8}=/, 'auth=')).toBe(common);
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
  expect(attributes).not.toContain('Secure');
  const expires = Date.parse(attributes.find((part) => part.startsWith('Expires='))?.slice(8) ?? '');
  expect((expires - before) / 86_400_000).toBeCloseTo(7, 2);
  const overTls = await cluster.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'X-Forwarded-Proto': 'https' },
    body: JSON.stringify({ username: 'admin', password: devPassword }),
  });
  for (const cookie of overTls.headers.getSetCookie()) expect(cookie).toMatch(/; Secure$/);
});

test('signing in to or out of another server of the same host leaves the session here alone', async () => {
  const other = await startDevCluster();
  try {
    // Browsers tell no ports apart: both servers are given all cookies of the host.
    const jar = new Map<string, string>();
    const Cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (at: DevCluster, path: string, body?: object) => {
      const headers = { Cookie: Cookie(), Origin: at.address };
      const reply = await at.fetch(path, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) });
      for (const cookie of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return reply.status;
    };
    const account = { username: 'admin', password: devPassword };
    const both = async () => [await ask(cluster, '/api/v1/me'), await ask(other, '/api/v1/me')];
    expect([
      await ask(cluster, '/api/v1/auth/login', account),
      await ask(other, '/api/v1/auth/login', account),
    ]).toEqual([200, 200]);
    expect(await both()).toEqual([200, 200]);
    expect(await ask(other, '/api/v1/auth/logout', {})).toBe(200);
    await other.heard();
    expect(await both()).toEqual([200, 401]);
    expect(await ask(cluster, '/api/v1/auth/logout', {})).toBe(200);
    expect(jar.size).toBe(0);
  } finally {
    await other.stop();
  }
});

test('a write that only the cookie vouches for has to come from our own pages', async () => {
  const Cookie = cookieOf(await login('admin', devPassword));
  const write = async (headers: Record<string, string>) => {
    const reply = await cluster.fetch('/api/v1/users/setting', {
      method: 'POST',
      headers: { Cookie, ...headers },
      body: '{}',
    });
    return reply.status;
  };
  expect((await me({ Cookie })).status).toBe(200);
  expect(await write({})).toBe(403);
  expect(await write({ Origin: 'http://elsewhere.example' })).toBe(403);
  expect(await write({ 'Sec-Fetch-Site': 'cross-site', Origin: cluster.address })).toBe(403);
  expect(await write({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
  expect(await write({ Origin: cluster.address })).toBe(200);
  expect(await write({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
  // A token is sent by nobody's browser by itself.
  expect(await write({ Authorization: `Bearer ${cluster.admin.token}`, Origin: 'http://elsewhere.example' })).toBe(200);
});

test('the first proof of identity decides: a bad header is not saved by a good cookie', async () => {
  const Cookie = cookieOf(await login('admin', devPassword));
  const good = `Bearer ${cluster.admin.token}`;
  const statuses = [
    await me({ Cookie, Authorization: 'Bearer nonsense' }),
    await me({ Authorization: good.toLowerCase() }),
    await me({ Authorization: cluster.admin.token }),
    await me({ 'Grpc-Metadata-x-user-token': 'Bearer nonsense', Authorization: good }),
    await me({ 'Grpc-Metadata-x-user-token': good, Authorization: 'Bearer nonsense' }),
    await me({ 'Grpc-Metadata-x-allocation-token': 'Bearer nonsense' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 401, 401, 200, 401]);
});

test('a sign-in link works once, and not after its time', async () => {
  const redeem = (secret: string) =>
    cluster.fetch('/api/ext/v1/sign-in-link', { method: 'POST', body: JSON.stringify({ secret }) });
  const secret = await makeSignInLink(cluster.master, 1);
  const first = await redeem(secret);
  expect([first.status, await first.json()]).toEqual([200, { username: 'admin' }]);
  expect((await me({ Cookie: cookieOf(first) })).status).toBe(200);
  const again = await redeem(secret);
  expect(again.status).toBe(401);
  expect(again.headers.get('set-cookie')).toBeNull();
  expect((await redeem('guessed')).status).toBe(401);
  const late = await makeSignInLink(cluster.master, 1);
  await cluster.master.db.updateTable('sign_in_links').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();
  expect((await redeem(late)).status).toBe(401);
});

test('[AUTH-061] signing out ends the session of that token only, and clears the cookie as it was set', async () => {
  const [one, two] = [await cluster.signIn('admin', devPassword), await cluster.signIn('admin', devPassword)];
  const reply = await cluster.fetch('/api/v1/auth/logout', { method: 'POST', token: one.token });
  const cleared = reply.headers.getSetCookie();
  expect(cleared).toHaveLength(2);
  for (const cookie of cleared)
    expect(cookie).toMatch(/^auth(_\w{8})?=; Expires=Thu, 01 Jan 1970 .*; Path=\/; HttpOnly; SameSite=Lax$/);
  await cluster.heard();
  expect((await me({ Authorization: `Bearer ${one.token}` })).status).toBe(401);
  expect((await me({ Authorization: `Bearer ${two.token}` })).status).toBe(200);
  await two.client.call(logoutRoute, {});
  await cluster.heard();
  expect((await me({ Authorization: `Bearer ${two.token}` })).status).toBe(401);
});

test('a session ends with its time', async () => {
  const { token, id } = await cluster.newUser();
  await cluster.master.db
    .updateTable('user_sessions')
    .set({ expires_at: '2020-01-01T00:00:00Z' })
    .where('user_id', '=', id)
    .execute();
  expect((await me({ Authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a password hashed at a lower cost is hashed anew when its account signs in', async () => {
  const { id, username } = await cluster.newUser();
  const stored = async () => (await findUserById(cluster.master.db, id))?.password_hash;
  const sent = clientPasswordHash(devPassword);
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(sent, salt, 32, { N: 16_384, r: 8, p: 2 });
  const old = `scrypt$16384$8$2$${salt.toString('base64')}$${key.toString('base64')}`;
  await cluster.master.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute();
  expect((await login(username, 'wrong')).status).toBe(401);
  expect(await stored()).toBe(old);
  expect((await login(username, devPassword)).status).toBe(200);
  // OWASP's figures for 16 MB.
  expect(await stored()).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect((await login(username, devPassword)).status).toBe(200);
});

test('a flood of names that do not exist keeps no account out, and is refused beyond its line', async () => {
  const refused: string[] = [];
  let answered = 0;
  for (let i = 0; i < 240; i++) {
    passwordMatches(undefined, `x${i}`, 'strangers', usualCost).then(
      () => {
        answered += 1;
      },
      (error) => refused.push(String(error)),
    );
  }
  expect((await login('admin', devPassword)).status).toBe(200);
  // Most of them still wait, and those for whom there is no room have been told so at once.
  expect(answered).toBeLessThan(100);
  expect(refused).toHaveLength(240 - 2 - 200);
  expect(refused[0]).toMatch(/too many requests/);
});

test('passwords and session secrets are stored as hashes only', async () => {
  const { db } = cluster.master;
  const users = await db.selectFrom('users').select('password_hash').where('id', '=', 1).execute();
  expect(users[0]?.password_hash).toMatch(/^scrypt\$/);
  expect(users[0]?.password_hash).not.toContain(clientPasswordHash(devPassword));
  const sessions = await db.selectFrom('user_sessions').selectAll().execute();
  expect(JSON.stringify(sessions.map((row) => row.token_hash.toString('latin1')))).not.toContain(cluster.admin.token);
});
