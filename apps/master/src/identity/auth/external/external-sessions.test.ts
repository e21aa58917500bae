import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { getUserByUsernameRoute, patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let cluster: DevCluster;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: typeof keys;
let jwtKey: string;

const decimal = (text = '') => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`).toString();

beforeAll(async () => {
  [cluster, keys, others] = await Promise.all([
    startDevCluster(),
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const { n, e } = await exportJWK(keys.publicKey);
  // As Go writes it: the modulus is a number.
  jwtKey = `{"N": ${decimal(n)}, "E": ${decimal(e)}}`;
});
afterAll(() => cluster.stop());
beforeEach(() => {
  for (const { config } of cluster.masters) {
    Object.assign(config.__internal.external_sessions, { jwt_key: jwtKey, org_id: 'tide', cluster_id: 'deep' });
  }
});

const withPasswords = () => {
  for (const { config } of cluster.masters) config.__internal.external_sessions.jwt_key = null;
};

const member = { tide: { Role: 'user', DefaultClusterRole: 'user' } };
const person = (name: string, more: JWTPayload = {}): JWTPayload => ({
  UserID: `id-${name}`,
  Email: `${name}@corp.example`,
  Name: name,
  OrgRoles: member,
  ...more,
});
const nowS = () => Math.floor(cluster.master.clock.now().getTime() / 1000);
/** No two are the same, also within a second: one that has been seen has a session. */
const signed = (claims: JWTPayload, { iat = nowS(), exp = nowS() + 600, key = keys.privateKey, alg = 'RS256' } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg })
    .setJti(randomUUID())
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(key);

async function me(token: string) {
  await cluster.heard();
  const reply = await cluster.fetch('/api/v1/me', { token });
  return reply.ok ? ((await reply.json()) as { user: { username: string; admin: boolean } }).user : reply.status;
}
const redeem = (token: string, headers = {}) =>
  cluster.fetch('/api/ext/v1/external-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });

describe('whom a token of the hosting service names', () => {
  test('is signed in by it, has an account of the others, and follows it', async () => {
    const token = await signed(person('ada'));
    expect(await me(token)).toMatchObject({
      username: 'ada@corp.example',
      displayName: 'ada',
      remote: true,
      admin: false,
    });
    const renamed = { ...person('ada'), Email: 'lovelace@corp.example', OrgRoles: { tide: { Role: 'admin' } } };
    expect(await me(await signed(renamed))).toMatchObject({ username: 'lovelace@corp.example', admin: true });
    expect(await me(token)).toMatchObject({ username: 'lovelace@corp.example' });
  });

  test('has the role of this cluster, then the usual one; the cookie of the service works as well', async () => {
    const here = (role: string) => ({
      tide: { Role: 'user', DefaultClusterRole: 'none', ClusterRoles: { deep: role } },
    });
    expect(await me(await signed(person('eve', { OrgRoles: here('admin') })))).toMatchObject({ admin: true });
    const token = await signed(person('eve', { OrgRoles: here('user') }));
    const reply = await cluster.fetch('/api/v1/me', { headers: { cookie: `auth=stale; det_jwt=${token}` } });
    expect(await reply.json()).toMatchObject({ user: { username: 'eve@corp.example', admin: false } });
  });

  test('signs out of it: the same token signs in no more', async () => {
    const token = await signed(person('bob'));
    expect(await me(token)).toMatchObject({ username: 'bob@corp.example' });
    expect((await cluster.fetch('/api/v1/auth/logout', { method: 'POST', token })).status).toBe(200);
    expect(await me(token)).toBe(401);
  });

  test('trades it for a cookie that scripts cannot read and that ends with it', async () => {
    const exp = nowS() + 300;
    const reply = await redeem(await signed(person('cy'), { exp }), { 'sec-fetch-site': 'same-origin' });
    expect([reply.status, await reply.json()]).toEqual([200, { username: 'cy@corp.example' }]);
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^auth=[\w-]+; .*HttpOnly; SameSite=Lax/);
    expect(Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') / 1000).toBe(exp);
    expect(await me(/^auth=([\w-]+)/.exec(cookie)?.[1] ?? '')).toMatchObject({ username: 'cy@corp.example' });
  });

  test('a page of another site gets no cookie', async () => {
    const reply = await redeem(await signed(person('cy')), {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

describe('refused is a token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({ ...person('mal'), iat: nowS(), exp: nowS() + 600 });

  test.each<[string, () => Promise<string>]>([
    ['of another key', () => signed(person('mal'), { key: others.privateKey })],
    ['that has ended', () => signed(person('mal'), { iat: nowS() - 900, exp: nowS() - 60 })],
    ['that is not begun', () => signed(person('mal'), { iat: nowS() + 120 })],
    [
      'without an end',
      () => new SignJWT(person('mal')).setProtectedHeader({ alg: 'RS256' }).setIssuedAt().sign(keys.privateKey),
    ],
    ['that is not signed', async () => `${part({ alg: 'none' })}.${part(claims())}.x`],
    [
      'signed by the public key as a secret',
      async () => {
        const body = `${part({ alg: 'HS256' })}.${part(claims())}`;
        const secret = createPublicKey({ key: await exportJWK(keys.publicKey), format: 'jwk' });
        const pem = secret.export({ type: 'spki', format: 'pem' });
        return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`;
      },
    ],
    [
      'that brings its own key',
      async () => {
        const jwk = await exportJWK(others.publicKey);
        return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', jwk }).sign(others.privateKey);
      },
    ],
    [
      'whose claims were changed',
      async () => {
        const [head, , signature] = (await signed(person('mal'))).split('.');
        return `${head}.${part({ ...claims(), OrgRoles: { tide: { Role: 'admin' } } })}.${signature}`;
      },
    ],
    ['for another organisation', () => signed(person('mal', { OrgRoles: { ebb: { Role: 'admin' } } }))],
    [
      'without a role here',
      () => signed(person('mal', { OrgRoles: { tide: { Role: 'none', DefaultClusterRole: 'admin' } } })),
    ],
    [
      'without a role in this cluster',
      () =>
        signed(
          person('mal', {
            OrgRoles: { tide: { Role: 'user', DefaultClusterRole: 'admin', ClusterRoles: { deep: 'none' } } },
          }),
        ),
    ],
    ['of nobody', () => signed({ ...person('mal'), UserID: '' })],
    ['with a name of control characters', () => signed({ ...person('mal'), Email: 'mal\n@corp.example' })],
  ])('%s', async (_name, make) => {
    const token = await make();
    expect(await me(token)).toBe(401);
    expect((await redeem(token)).status).toBe(401);
    const { client } = cluster.admin;
    expect(await client.call(getUserByUsernameRoute, { username: 'mal@corp.example' }).catch(() => 'none')).toBe(
      'none',
    );
  });

  test('where the account is not activated or was deactivated here, and nothing changes', async () => {
    const off = { tide: { ...member.tide, ClusterActivations: { deep: false } } };
    expect(await me(await signed(person('dan', { OrgRoles: off })))).toBe(403);
    expect(await me(await signed(person('dan')))).toMatchObject({ username: 'dan@corp.example' });
    const { user } = await cluster.admin.client.call(getUserByUsernameRoute, { username: 'dan@corp.example' });
    withPasswords();
    await cluster.admin.client.call(patchUserRoute, { userId: user?.id ?? 0, user: { active: false } });
    withTokens();
    const admin = person('dan', { Email: 'daniel@corp.example', OrgRoles: { tide: { Role: 'admin' } } });
    expect(await me(await signed(admin))).toBe(403);
    expect((await redeem(await signed(admin))).status).toBe(403);
    const now = await cluster.admin.client.call(getUserByUsernameRoute, { username: 'dan@corp.example' });
    expect(now.user).toMatchObject({ active: false, admin: false });
  });

  test('that names an account of another, local or his own id’s', async () => {
    for (const Email of ['admin', 'determined', 'ADMIN']) {
      expect(await me(await signed(person('mal', { Email })))).toBe(401);
    }
    await me(await signed(person('fay')));
    expect(await me(await signed(person('mal', { Email: 'fay@corp.example' })))).toBe(401);
    await me(await signed(person('gus')));
    expect(await me(await signed(person('gus', { Email: 'fay@corp.example' })))).toBe(401);
  });
});

const withTokens = () => {
  for (const { config } of cluster.masters) config.__internal.external_sessions.jwt_key = jwtKey;
};

test('passwords sign nobody in, and accounts are not managed here', async () => {
  const { token, client } = cluster.admin;
  expect((await client.call(getMasterRoute, {})).userManagementEnabled).toBe(false);
  const login = await cluster.fetch('/api/v1/auth/login', {
    method: 'POST',
    body: '{"username":"admin","password":"x"}',
  });
  expect([login.status, ((await login.json()) as { error: { error: string } }).error.error]).toEqual([
    400,
    'please run `det auth login` to authenticate',
  ]);
  const old = await cluster.fetch('/login', { method: 'POST', body: '{"username":"admin","password":"x"}' });
  expect([old.status, await old.json()]).toEqual([421, { message: 'authentication is configured to be external' }]);
  const calls: [string, string, unknown][] = [
    ['POST', '/api/v1/users', { user: { username: 'new' }, password: 'x' }],
    ['PATCH', `/api/v1/users/${cluster.admin.id}`, { displayName: 'x' }],
    ['PATCH', '/api/v1/users', { userIds: [cluster.admin.id], activate: true }],
    ['POST', `/api/v1/users/${cluster.admin.id}/password`, 'x'],
  ];
  for (const [method, path, body] of calls) {
    const reply = await cluster.fetch(path, { method, token, body: JSON.stringify(body) });
    expect([path, reply.status, await reply.text()]).toEqual([
      path,
      403,
      expect.stringContaining('not enabled with external sessions'),
    ]);
  }
  withPasswords();
  expect((await client.call(getMasterRoute, {})).userManagementEnabled).toBe(true);
  expect(await me(await signed(person('ada')))).toBe(401);
});
