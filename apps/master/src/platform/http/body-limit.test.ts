import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { createExperimentRoute, getModelDefFileRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const mebibyte = 1024 * 1024;

test('a body of 200 MB is refused before it is read, and the server goes on', async () => {
  const url = new URL('/api/v1/experiments', cluster.address);
  const reply = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${cluster.admin.token}`, 'Content-Length': 200 * mebibyte },
      },
      (message) => {
        let text = '';
        message.on('data', (chunk) => {
          text += chunk;
        });
        message.on('end', () => {
          resolve({ status: message.statusCode ?? 0, text });
          call.destroy();
        });
      },
    );
    call.on('error', reject);
    // The announced length is enough for the answer: only a first piece is ever sent.
    call.write('{"config":"');
  });
  expect(reply.status).toBe(413);
  expect(JSON.parse(reply.text)).toMatchObject({ error: { code: 8, reason: 'ResourceExhausted' } });
  expect((await cluster.fetch('/api/v1/master')).status).toBe(200);
});

test('a large model definition is taken, and others are answered meanwhile', async () => {
  const bytes = randomBytes(24 * mebibyte);
  const content = bytes.toString('base64');
  const creating = cluster.admin.client.call(createExperimentRoute, {
    config: 'name: large\nentrypoint: a\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n',
    modelDefinition: [
      { path: 'lib', type: 53, content: '', mode: 0o755 },
      { path: 'lib/empty.py', type: 48, content: '', mode: 0o644 },
      { path: 'weights.bin', type: 48, content, mode: 0o644 },
    ],
  });
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => cluster.fetch('/api/v1/master')));
  expect(meanwhile.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { experiment } = await creating;
  expect(experiment?.name).toBe('large');
  const ofFile = (path: string) =>
    cluster.admin.client.call(getModelDefFileRoute, { experimentId: experiment?.id ?? 0, path });
  const stored = Buffer.from((await ofFile('weights.bin')).file, 'base64');
  expect(stored.equals(bytes)).toBe(true);
  expect((await ofFile('lib/empty.py')).file).toBe('');
});

test('what is no base64 text in a large body is refused as in a small one', async () => {
  const refusals = await Promise.all(
    [10, mebibyte].map(async (size) => {
      const modelDefinition = [
        { path: 'a', content: 'QQ==' },
        { path: 'b', content: `${'A'.repeat(size - (size % 4))}*AAA` },
      ];
      const reply = await cluster.fetch('/api/v1/experiments', {
        method: 'POST',
        body: JSON.stringify({ config: 'name: a', model_definition: modelDefinition }),
        token: cluster.admin.token,
      });
      return [reply.status, ((await reply.json()) as { error: { error: string } }).error.error];
    }),
  );
  const message = 'model_definition[1].content: not valid base64';
  expect(refusals).toEqual([
    [400, message],
    [400, message],
  ]);
});

test('a body that grows beyond the limit without having announced it is refused', async () => {
  const answered = Promise.withResolvers<void>();
  async function* endless() {
    for (let sent = 0; sent <= 128; sent++) yield Buffer.alloc(mebibyte, ' ');
    await answered.promise;
  }
  const url = new URL('/api/v1/experiments', cluster.address);
  const status = await new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${cluster.admin.token}`, 'Transfer-Encoding': 'chunked' };
    const call = request(url, { method: 'POST', headers }, (message) => {
      resolve(message.statusCode);
      answered.resolve();
      call.destroy();
    });
    call.on('error', reject);
    Readable.from(endless()).pipe(call);
  });
  expect(status).toBe(413);
  expect((await cluster.fetch('/api/v1/master')).status).toBe(200);
});

test('[API-003] broken JSON, a body that is no object and a wrong token are clear refusals', async () => {
  const post = (body: string, token = cluster.admin.token) =>
    cluster.fetch('/api/v1/experiments', { method: 'POST', body, token });
  for (const body of ['{"config":', '[1]', '"text"', '{"config": 5}', '{"projectId": 1.5}']) {
    const reply = await post(body);
    expect([body, reply.status]).toEqual([body, 400]);
    expect(await reply.json()).toMatchObject({ error: { code: 3 } });
  }
  expect((await post('{}', 'nobody')).status).toBe(401);
});
