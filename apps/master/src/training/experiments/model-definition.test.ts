import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createExperimentRoute, getModelDefTreeRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveCache } from '#platform/archives/archive-cache.ts';

const MiB = 2 ** 20;
const size = 32 * MiB;
const config =
  'name: zeros\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n';

let cluster: DevCluster;
let user: DevUser;
let experimentId: number;
beforeAll(async () => {
  cluster = await startDevCluster();
  user = await cluster.newUser();
  const content = Buffer.alloc(size).toString('base64');
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, {
    config,
    modelDefinition: [{ path: 'zeros', type: 48, content, mode: 0o644 }],
    activate: false,
  });
  experimentId = experiment?.id ?? 0;
});
afterAll(() => cluster.stop());

async function ask(path: string, body?: object, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const asked = request(cluster.address + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  });
  asked.end(body && JSON.stringify(body));
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return reply;
}

/** Reads an answer without keeping it; its status and bytes. */
async function read(...asked: Parameters<typeof ask>): Promise<[number | undefined, number]> {
  const reply = await ask(...asked);
  let bytes = 0;
  for await (const piece of reply) bytes += (piece as Buffer).length;
  return [reply.statusCode, bytes];
}

test('an archive that many read at once is unpacked once, on the disk, and never held whole', async () => {
  const api = `/api/v1/experiments/${experimentId}`;
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 5);
  const all = await Promise.all([
    ...Array.from({ length: 6 }, () => read(`/experiments/${experimentId}/file/download?path=zeros`)),
    ...Array.from({ length: 2 }, () => read(`${api}/file`, { path: 'zeros' })),
    ...Array.from({ length: 2 }, () => read(`${api}/file`, { path: 'zeros' }, { 'accept-encoding': 'gzip' })),
    ...Array.from({ length: 6 }, () => read(`${api}/file_tree`)),
  ]);
  clearInterval(watch);
  expect(all.map(([status]) => status)).toEqual(Array(16).fill(200));
  expect(all.slice(0, 6).map(([, bytes]) => bytes)).toEqual(Array(6).fill(size));
  const base64 = Math.ceil(size / 3) * 4 + '{"file":""}'.length;
  expect(all.slice(6, 8).map(([, bytes]) => bytes)).toEqual([base64, base64]);
  expect(archiveCache(cluster.master).counts).toMatchObject({ unpacked: 1, mostRunning: 1 });
  // Held whole, six files and four in base64 would be 364 MiB; what is on its way is less the quicker it is taken.
  expect((most - before) / MiB).toBeLessThan(240);
});

test('the files of a fork are those of its parent, and unpacked with them', async () => {
  const { counts } = archiveCache(cluster.master);
  const before = counts.unpacked;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, {
    config,
    parentId: experimentId,
    activate: false,
  });
  const hashes = await cluster.master.db
    .selectFrom('experiment_model_definitions')
    .select(['hash', sql<string>`encode(sha256(archive), 'hex')`.as('present')])
    .where('experiment_id', 'in', [experimentId, experiment?.id ?? 0])
    .execute();
  expect(new Set(hashes.flatMap(({ hash, present }) => [hash, present])).size).toBe(1);
  expect(hashes).toHaveLength(2);
  const { files } = await user.client.call(getModelDefTreeRoute, { experimentId: experiment?.id ?? 0 });
  expect(files).toMatchObject([{ path: 'zeros', contentLength: size, contentType: 'application/octet-stream' }]);
  // Nor is it unpacked to look for the entrypoint's file: whoever had read the parent had done that.
  expect(counts.unpacked).toBe(before);
});

test('a reader who goes away leaves nothing open, and the next is answered', async () => {
  const reply = await ask(`/api/v1/experiments/${experimentId}/file`, { path: 'zeros' });
  reply.destroy();
  const next = async () => (await read(`/experiments/${experimentId}/model_def`))[0];
  await expect.poll(next, { timeout: 30_000 }).toBe(200);
});
