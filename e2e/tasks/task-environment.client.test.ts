import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const repository = resolve(import.meta.dirname, '../..');

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '1' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster?.stop());

async function run(entrypoint: string): Promise<{ id: string; logs: string }> {
  const folder = temporaryFolder('script');
  cpSync(join(repository, 'examples/first-script'), folder, { recursive: true });
  const config = join(folder, 'first-script.yaml');
  const quick = `sed -i s/0.3/0/ train.py; ${entrypoint}`;
  writeFileSync(
    config,
    `name: x\nentrypoint: ${quick}\nsearcher: {name: single, metric: validation_loss}\nmax_restarts: 0\n`,
  );
  const id = createdId(await det.det('e', 'create', config, folder));
  await det.det('e', 'wait', id, '--polling-interval', '1');
  return { id, logs: await det.det('e', 'logs', id) };
}

test('the Core API writes TensorBoard files without a framework', async () => {
  const { id } = await run('python3 train.py');
  const files = readdirSync(join(cluster.dataDir, 'checkpoints'), { recursive: true, encoding: 'utf8' });
  expect(
    files.filter((name) => name.includes(`tensorboard/experiment/${id}/`) && name.includes('tfevents')),
  ).not.toEqual([]);
});

test('an entry point that sets PYTHONPATH anew still reports to its trial', async () => {
  const { id, logs } = await run('PYTHONPATH=. python3 train.py');
  const trials = cluster.master.db.selectFrom('trials').select(['state', 'total_batches']);
  const trial = await trials.where('experiment_id', '=', Number(id)).executeTakeFirst();
  expect({ trial, logs }).toMatchObject({ trial: { state: 'COMPLETED', total_batches: 60 } });
});
