import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseElsewhereBytes } from '@determined/contract/limits.ts';
import { planOf } from '@determined/contract/wire/message.ts';
import { fieldAt } from '@determined/contract/wire/request-shape.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../app.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['/api/v1/auth/login', { error: { code: 8, reason: 'ResourceExhausted' } }],
  ['/api/ext/v1/sign-in-link', { error: { code: 8, reason: 'ResourceExhausted' } }],
  ['/login', { message: expect.stringContaining('too large') }],
  ['/api/v1/no-such-call', { error: { code: 8, reason: 'ResourceExhausted' } }],
])('a stranger cannot have a body of 2 MiB read: %s', async (path, expected) => {
  const [status, reply] = await new Promise<[number, string]>((resolve, reject) => {
    const call = request(
      new URL(path, cluster.address),
      { method: 'POST', headers: { 'Content-Length': 2 ** 21 } },
      (message) => {
        text(message)
          .then((body) => resolve([message.statusCode ?? 0, body]), reject)
          .finally(() => call.destroy());
      },
    );
    call.on('error', reject);
    // The announced length is enough for the answer.
    call.write('{');
  });
  expect([status, JSON.parse(reply)]).toEqual([413, expect.objectContaining(expected && shapeOf(expected))]);
});

test('whoever is not signed in is refused before his body is read', async () => {
  const reply = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(cluster.address);
    const socket = connect(Number(port), hostname);
    socket.on('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    // Nothing of the body is ever sent.
    socket.write('POST /api/v1/experiments HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  });
  expect(reply).toMatch(/^HTTP\/1\.1 401 /);
});

test.each(['', ' ', ';', 'application/json;;=', 'é/ü'])(
  'a body is read whatever it is labelled, on every route: %j',
  async (label) => {
    const withBody = allRoutes
      .map((entry) => (entry.kind === 'raw' ? entry : { ...entry.route, built: entry.kind === 'ext' || entry.built }))
      .filter(({ method, built }) => built && method !== 'GET');
    expect(withBody.length).toBeGreaterThan(80);
    const answers = withBody.flatMap(({ method, path }) =>
      [undefined, cluster.admin.token].map(async (token) => {
        const url = new URL(path.replace(/\{[^}]+\}|:\w+/g, '1'), cluster.address);
        const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), 'Content-Type': label };
        const { promise, resolve, reject } = Promise.withResolvers<number>();
        // A connection each: one that the server is about to close would be taken again.
        const options = { method, headers, agent: false };
        const call = request(url, options, (reply) => resolve(reply.resume().statusCode ?? 0));
        // What no route can take, so that nothing is changed.
        call.on('error', reject).end('[');
        return [`${method} ${path}`, await promise];
      }),
    );
    const wrong = (await Promise.all(answers)).filter(([_call, status]) => status !== 400 && status !== 401);
    expect(wrong).toEqual([]);
  },
);

test('absurdly nested JSON is a clear refusal, in a small body and in one that is parsed elsewhere', async () => {
  const post = async (path: string, body: string) => {
    const reply = await cluster.fetch(path, { method: 'POST', token: cluster.admin.token, body });
    return [reply.status, await reply.json()];
  };
  const refusal = [
    400,
    { error: { code: 3, reason: 'InvalidArgument', error: expect.stringMatching(/nested|expected/) } },
  ];
  // Unknown fields are not looked at, but for numbers in a form that makes the parser look at every value.
  expect(await post('/api/v1/workspaces', `{"name":"x","a":1,"b":${nest(100_000)}}`)).toEqual([200, expect.anything()]);
  expect(await post('/api/v1/workspaces', `{"name":"y","a":1.0,"b":${nest(100_000)}}`)).toEqual(refusal);
  expect(await post('/api/v1/workspaces', nest(100_000))).toEqual(refusal);
  expect(await post('/api/v1/workspaces', nest(parseElsewhereBytes / 2 + 1))).toEqual(refusal);
});

test('absurdly nested JSON in any field of any call is refused or not looked at, and never a fault of ours', async () => {
  const routes = allRoutes.flatMap((entry) => (entry.kind === 'route' && entry.built ? [entry.route] : []));
  const withBody = routes.filter(({ body, rpc }) => body !== null && rpc !== 'Logout');
  expect(withBody.length).toBeGreaterThan(60);
  const deep = `${'{"a":[1.0,'.repeat(2_000)}1${']}'.repeat(2_000)}`;
  for (const { method, path, body, request: message } of withBody) {
    const sent = body === null || body === '*' ? message : (fieldAt(message, body)?.message ?? message);
    for (const { name } of planOf(sent).fields) {
      const reply = await cluster.fetch(path.replace(/\{[^}]+\}/g, '999999'), {
        method,
        token: cluster.admin.token,
        body: `{${JSON.stringify(name)}:${deep}}`,
      });
      await reply.text();
      expect([`${method} ${path}: ${name}`, reply.status < 500]).toEqual([`${method} ${path}: ${name}`, true]);
    }
  }
});

test('addresses that cannot be read are refused in the form of the others, with the same headers', async () => {
  const refused = async (path: string) => {
    const reply = await cluster.fetch(path);
    return [reply.status, await reply.json(), reply.headers.get('x-content-type-options')];
  };
  const long = 'x'.repeat(3_000);
  const code3 = { error: { code: 3, reason: 'InvalidArgument', error: expect.any(String) } };
  expect(await refused('/api/v1/users/%zz/by-username')).toEqual([400, code3, 'nosniff']);
  expect(await refused(`/api/v1/users/${long}/by-username`)).toEqual([400, code3, 'nosniff']);
  expect(await refused('/users/%zz')).toEqual([400, { message: expect.any(String) }, 'nosniff']);
});

test('the console’s answers all carry its content policy, and nothing outside its folder is served', async () => {
  for (const path of [
    '/det',
    '/det/',
    '/det/experiments/1',
    '/det/index.html',
    '/det/%00.js',
    '/det/..%2f..%2fpackage.json',
  ]) {
    const reply = await cluster.fetch(path);
    const body = await reply.text();
    expect([path, body.includes('"workspaces"')]).toEqual([path, false]);
    // Without a built console there is a sentence in its place.
    if (reply.status === 503) continue;
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
    expect(reply.headers.get('cache-control')).toBe('no-cache');
  }
});

test('what the API answers is kept by nobody, and over TLS browsers stay with TLS', async () => {
  const headers = async (path: string, init: Parameters<typeof cluster.fetch>[1] = {}) =>
    (await cluster.fetch(path, init)).headers;
  const { token } = cluster.admin;
  for (const path of ['/api/v1/me', '/api/v1/no-such-call', '/users', '/api/ext/v1/own-experiment-rows', '/nothing']) {
    for (const init of [{ token }, {}]) expect((await headers(path, init)).get('cache-control'), path).toBe('no-store');
  }
  const body = JSON.stringify({ username: 'admin', password: 'wrong' });
  expect((await headers('/api/v1/auth/login', { method: 'POST', body })).get('cache-control')).toBe('no-store');
  expect((await headers('/api/v1/me', { token })).get('strict-transport-security')).toBeNull();
  const overTls = await headers('/api/v1/me', { token, headers: { 'X-Forwarded-Proto': 'https' } });
  expect(overTls.get('strict-transport-security')).toBe('max-age=31536000');
});

test('the head of the console’s pages is answered as the pages are', async () => {
  for (const path of ['/det', '/det/login']) {
    const [head, page] = await Promise.all(['HEAD', 'GET'].map((method) => cluster.fetch(path, { method })));
    expect(head?.status).toBe(page?.status);
    expect(head?.headers.get('content-type')).toBe(page?.headers.get('content-type'));
  }
});

test('names of JavaScript’s own are names like others', async () => {
  const body =
    '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}, "settings": [{"key": "__proto__", "storagePath": "constructor", "value": "1"}]}';
  const token = cluster.admin.token;
  expect((await cluster.fetch('/api/v1/users/setting', { method: 'POST', token, body })).status).toBe(200);
  const { settings } = (await (await cluster.fetch('/api/v1/users/setting', { token })).json()) as {
    settings: object[];
  };
  expect(settings).toContainEqual({ key: '__proto__', storagePath: 'constructor', value: '1' });
  expect((await cluster.fetch('/api/v1/users?__proto__=1&constructor.prototype.admin=true', { token })).status).toBe(
    200,
  );
  expect('admin' in {}).toBe(false);
});

/** The error's text is not the point. */
function shapeOf(expected: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [
      key,
      key === 'error' ? expect.objectContaining(value as object) : value,
    ]),
  );
}
