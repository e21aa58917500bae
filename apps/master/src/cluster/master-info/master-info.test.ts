import { postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import {
  deleteClusterMessageRoute,
  getClusterMessageRoute,
  getMasterConfigRoute,
  getMasterRoute,
  getTelemetryRoute,
  masterLogsRoute,
  patchMasterConfigRoute,
  setClusterMessageRoute,
} from '@determined/contract/cluster/master-info-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, devPassword, signInAt, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestServer } from '#platform/db/testing/test-server.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

/** The first master without the others: its log is its own. */
const itself = () => signInAt(cluster.master.address, 'admin', devPassword);

const json = async (path: string, token?: string) => {
  const reply = await cluster.fetch(path, token === undefined ? {} : { token });
  return [reply.status, await reply.json()];
};

test('[SHELL-057] [SHELL-058] [API-019] what runs here is told without a token', async () => {
  expect(await json('/api/v1/master')).toEqual([
    200,
    {
      version: '0.38.1',
      masterId: expect.toBeOneOf(cluster.masters.map(({ masterId }) => masterId)),
      clusterId: cluster.master.clusterId,
      clusterName: '',
      telemetryEnabled: false,
      ssoProviders: [],
      externalLoginUri: '',
      externalLogoutUri: '',
      branding: 'determined',
      rbacEnabled: false,
      product: 'PRODUCT_UNSPECIFIED',
      featureSwitches: [],
      userManagementEnabled: true,
      strictJobQueueControl: false,
      hasCustomLogo: false,
    },
  ]);
  expect((await json('/info'))[1]).toMatchObject({ version: '0.38.1', cluster_id: cluster.master.clusterId });
});

test('[API-024] there is no telemetry unless it is configured', async () => {
  expect(await cluster.admin.client.call(getTelemetryRoute, {})).toEqual({ enabled: false, segmentKey: '' });
  expect(await cluster.admin.client.call(postTelemetryRoute, { body: { type: 'identify' } })).toEqual({ taken: false });
});

test('[API-025] [API-001] health: up to anyone, what is up with a token', async () => {
  expect(await json('/health')).toEqual([200, { status: 'up' }]);
  expect(await json('/health', 'wrong')).toEqual([200, { status: 'up' }]);
  expect(await json('/health', cluster.admin.token)).toEqual([
    200,
    { status: 'up', database: 'up', resource_managers: [{ cluster_name: 'default', status: 'up' }] },
  ]);
  expect((await cluster.fetch('/api/v1/health')).status).toBe(501);
});

test('[API-016] [API-017] [API-018] [SHELL-048] a message to everyone is set, shown while it lasts, and ended', async () => {
  const { client } = cluster.admin;
  const shown = async () => (await client.call(getMasterRoute, {})).clusterMessage?.message;
  const set = (request: object) => client.call(setClusterMessageRoute, { message: 'm', ...request });
  expect(await client.call(getClusterMessageRoute, {})).toEqual({});
  await set({ message: 'Down on Friday', startTime: '2020-01-01T00:00:00Z', duration: '999999h' });
  expect(await shown()).toBe('Down on Friday');
  await set({ message: 'later', startTime: '2090-01-01T00:00:00Z', endTime: '2090-01-02T00:00:00.5Z' });
  expect(await shown()).toBeUndefined();
  expect((await client.call(getClusterMessageRoute, {})).clusterMessage).toEqual({
    message: 'later',
    startTime: '2090-01-01T00:00:00Z',
    endTime: '2090-01-02T00:00:00.500Z',
    createdTime: expect.any(String),
  });
  await client.call(deleteClusterMessageRoute, {});
  expect(await client.call(getClusterMessageRoute, {})).toEqual({});
  const refused: [object, string][] = [
    [{ endTime: '2090-01-01T00:00:00Z', duration: '1h' }, 'EndTime and Duration are mutually exclusive'],
    [{ duration: 'long' }, 'Duration must be a Go-formatted duration string with a positive value'],
    [{ duration: '-1h' }, 'Duration must be a Go-formatted duration string with a positive value'],
    [{ duration: '1h x' }, 'Duration must be a Go-formatted duration string with a positive value'],
    [
      { startTime: '2046-01-01T00:00:00Z', endTime: '2045-01-01T00:00:00Z' },
      'invalid input, end time must be after start time',
    ],
    [
      { startTime: '2020-01-01T00:00:00Z', endTime: '2021-01-01T00:00:00Z' },
      'invalid input, end time must be after current time',
    ],
    [{ message: 'm'.repeat(251) }, 'invalid input: message must be at most 250 characters; got 251'],
  ];
  for (const [request, message] of refused)
    await expect(set(request)).rejects.toMatchObject({ code: 'InvalidArgument', message });
  const user = await cluster.newUser();
  for (const route of [setClusterMessageRoute, deleteClusterMessageRoute, getClusterMessageRoute] as const)
    await expect(user.client.call(route, {})).rejects.toMatchObject({ code: 'PermissionDenied' });
});

test('[API-020] the configuration is read without its secrets, and its log level changed', async () => {
  const { client } = cluster.admin;
  const config = async () => (await client.call(getMasterConfigRoute, {})).config as { log: { level: string } };
  const text = JSON.stringify(await config());
  expect(text).not.toContain('Dev-Passw0rd');
  expect(text).toContain('********');
  const patch = (paths: string[], level: string) =>
    cluster.fetch('/api/v1/master/config', {
      method: 'PATCH',
      token: cluster.admin.token,
      body: JSON.stringify({ config: { log: { level } }, fieldMask: { paths } }),
    });
  expect((await patch(['log.level'], 'LOG_LEVEL_WARNING')).status).toBe(200);
  await cluster.heard();
  expect((await config()).log.level).toBe('warning');
  expect(cluster.masters.map(({ log }) => log.level)).toEqual(cluster.masters.map(() => 'warn'));
  expect((await patch(['port'], 'LOG_LEVEL_WARNING')).status).toBe(400);
  expect((await patch(['log.level'], 'loud')).status).toBe(400);
  const user = await cluster.newUser();
  await expect(user.client.call(getMasterConfigRoute, {})).rejects.toMatchObject({ code: 'PermissionDenied' });
  await expect(user.client.call(patchMasterConfigRoute, {})).rejects.toMatchObject({ code: 'PermissionDenied' });
});

test('a change of the log level holds for every master over the database', async () => {
  const second = await cluster.join();
  const at = await signInAt(second.address, 'admin', devPassword);
  const level = async () => ((await at.client.call(getMasterConfigRoute, {})).config as { log: { level: string } }).log;
  for (const [wire, name, own] of [
    ['LOG_LEVEL_ERROR', 'error', 'error'],
    ['LOG_LEVEL_WARNING', 'warning', 'warn'],
  ] as const) {
    const reply = await cluster.fetch('/api/v1/master/config', {
      method: 'PATCH',
      token: cluster.admin.token,
      body: JSON.stringify({ config: { log: { level: wire } }, fieldMask: { paths: ['log.level'] } }),
    });
    expect(reply.status).toBe(200);
    await expect.poll(level).toMatchObject({ level: name });
    expect(second.master.log.level).toBe(own);
  }
  await second.remove();
});

test('[API-021] [API-022] the master’s log is read from an offset, a negative one counts from the end', async () => {
  const log = cluster.master.recentLog;
  for (let i = 0; i < 10; i++)
    log.push({ message: `entry ${i}`, timestamp: new Date().toISOString(), level: 'LOG_LEVEL_INFO' });
  const read = async (request: object) => {
    const messages: (string | undefined)[] = [];
    for await (const { logEntry } of (await itself()).client.stream(masterLogsRoute, request))
      messages.push(logEntry?.message);
    return messages;
  };
  expect(await read({ offset: -2 })).toEqual(['entry 8', 'entry 9']);
  expect(await read({ offset: -3, limit: 1 })).toEqual(['entry 7']);
  expect(await read({ offset: log.total - 10, limit: 2 })).toEqual(['entry 0', 'entry 1']);
  expect(await read({ offset: log.total })).toEqual([]);
  await expect(read({ limit: -1 })).rejects.toMatchObject({ message: 'Limit must be >= 0' });
  await expect(read({ limit: 1, follow: true })).rejects.toMatchObject({
    message: 'Limit cannot be specified when following',
  });
});

test('[API-021] [API-023] from -1 and followed, the log goes on as it is written', async () => {
  const log = cluster.master.recentLog;
  const push = (message: string) =>
    log.push({ message, timestamp: new Date().toISOString(), level: 'LOG_LEVEL_ERROR' });
  push('last');
  const stop = new AbortController();
  const seen: (string | undefined)[] = [];
  const stream = (await itself()).client.stream(masterLogsRoute, { offset: -1, follow: true }, { signal: stop.signal });
  const reading = (async () => {
    for await (const { logEntry } of stream) seen.push(`${logEntry?.level} ${logEntry?.message}`);
  })();
  await expect.poll(() => seen).toEqual(['LOG_LEVEL_ERROR last']);
  push('new');
  await expect.poll(() => seen).toEqual(['LOG_LEVEL_ERROR last', 'LOG_LEVEL_ERROR new']);
  stop.abort();
  await expect(reading).rejects.toThrow();
});

test('metrics for Prometheus need a token', async () => {
  await cluster.admin.client.call(createExperimentRoute, {
    config:
      'name: prom\nentrypoint: python3 train.py\nlabels: [blue]\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n',
    activate: true,
  });
  for (const path of ['/metrics', '/debug/prom/metrics', '/prom/det-state-metrics']) {
    expect((await cluster.fetch(path)).status).toBe(401);
    const reply = await cluster.fetch(path, { token: cluster.admin.token });
    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await reply.text();
    if (path === '/prom/det-state-metrics') {
      expect(text).toContain('det_experiment_id_label{experiment_id="1",label="blue"} 1');
      expect(text).toMatch(/det_job_id_experiment_id\{experiment_id="1",job_id="[-0-9a-f]{36}"\} 1/);
    } else {
      expect(text).toContain('det_http_request_duration_seconds_count{method="GET",route="/health",status="200"}');
      expect(text).toContain('det_allocations{resource_pool="default",state="PENDING"} 1');
    }
  }
});

test('health without the database: 503, and nobody is told why', async () => {
  const found = await sql<{ name: string }>`select current_database() as name`.execute(cluster.master.db);
  const name = found.rows[0]?.name;
  const server = new pg.Client(sharedTestServer());
  await server.connect();
  try {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    expect(await json('/health', cluster.admin.token)).toEqual([503, { status: 'down' }]);
    await server.query(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await json('/health'))[0]).toBe(200);
  } finally {
    await server.end();
  }
});
