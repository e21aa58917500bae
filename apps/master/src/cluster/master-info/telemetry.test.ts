import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import {
  getMasterConfigRoute,
  getMasterRoute,
  getTelemetryRoute,
} from '@determined/contract/cluster/master-info-routes.ts';
import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const key = 'a1B2'.repeat(8);
const got: { path: string; key: string; body: Record<string, unknown> }[] = [];
let status = 200;
const collector = createServer(async (request, reply) => {
  let text = '';
  for await (const part of request) text += part;
  const [user = ''] = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64')
    .toString()
    .split(':');
  got.push({ path: `${request.method} ${request.url}`, key: user, body: JSON.parse(text) });
  reply.writeHead(status).end('{}');
});
let cluster: DevCluster;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  cluster = await startDevCluster({
    env: {
      DET_TELEMETRY_ENABLED: 'true',
      DET_TELEMETRY_SEGMENT_WEBUI_KEY: key,
      DET_TELEMETRY_ENDPOINT: `http://127.0.0.1:${port}/in`,
    },
  });
});
afterAll(async () => {
  await cluster.stop();
  collector.close();
});

test('configured wholly it is on, and its key stands where clients look for it, masked in the configuration', async () => {
  const { client } = cluster.admin;
  expect(await client.call(getMasterRoute, {})).toMatchObject({ telemetryEnabled: true });
  expect(await client.call(getTelemetryRoute, {})).toEqual({ enabled: true, segmentKey: key });
  const info = await (await cluster.fetch('/info')).json();
  expect(info).toMatchObject({ telemetry: { enabled: true, segment_key: key } });
  const { config } = await client.call(getMasterConfigRoute, {});
  expect(config).toMatchObject({ telemetry: { enabled: true, segment_webui_key: '********' } });
});

test('what the console tells goes to the configured server alone, in its form, with the sender’s number and no name', async () => {
  const { client } = cluster.admin;
  const { user } = await client.call(currentUserRoute, {});
  expect(await client.call(postTelemetryRoute, { body: { type: 'identify' } })).toEqual({ taken: true });
  const page = '/projects/$projectId/$tab';
  expect(await client.call(postTelemetryRoute, { body: { type: 'page', page } })).toEqual({ taken: true });
  const of = { clusterId: cluster.master.clusterId, masterId: expect.any(String) };
  const sender = { userId: String(user?.id), timestamp: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(got).toEqual([
    { path: 'POST /in/v1/identify', key, body: { ...sender, traits: of } },
    { path: 'POST /in/v1/page', key, body: { ...sender, name: page, properties: of } },
  ]);
});

test('one that refuses or is away is not taken for ours being away', async () => {
  for (const answer of [500, 302]) {
    status = answer;
    expect(await cluster.admin.client.call(postTelemetryRoute, { body: { type: 'identify' } })).toEqual({
      taken: false,
    });
  }
  collector.close();
  collector.closeAllConnections();
  expect(await cluster.admin.client.call(postTelemetryRoute, { body: { type: 'identify' } })).toEqual({ taken: false });
});
