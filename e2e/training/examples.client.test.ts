import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pauseExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const index: { name: string; folder: string; config: string }[] = JSON.parse(
  readFileSync(join(examples, 'index.json'), 'utf8'),
);

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '2' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster.stop());

async function finished(folder: string, config: string, ...options: string[]): Promise<number> {
  const place = join(examples, folder);
  const id = createdId(await det.det('e', 'create', join(place, config), place, ...options));
  await det.det('e', 'wait', id, '--polling-interval', '1');
  return Number(id);
}

const trialsOf = (experiment: number) =>
  cluster.master.db
    .selectFrom('trials')
    .innerJoin('trial_metrics', 'trial_metrics.trial_id', 'trials.id')
    .selectAll()
    .where('trials.experiment_id', '=', experiment)
    .execute();

test('each example that is offered has its folder and configuration', () => {
  for (const { folder, config } of index) expect(existsSync(join(examples, folder, config))).toBe(true);
  const configurations = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      // Those with PyTorch, which the environment made for tasks does not have, are not offered.
      path.endsWith('.yaml') && !/^(spirals|generic-task)\//.test(path),
  );
  expect(index.map(({ folder, config }) => join(folder, config)).sort()).toEqual(configurations.sort());
});

test('the searches over the digits try what they say', async () => {
  const short = ['--config', 'hyperparameters.epochs=4', '--config', 'hyperparameters.seconds_per_epoch=0.0'];
  const [random, grid] = await Promise.all([
    finished('digits', 'random.yaml', ...short, '--config', 'searcher.max_trials=3'),
    finished('digits', 'grid.yaml', ...short),
  ]);
  expect(await trialsOf(random)).toHaveLength(3);
  const trials = await trialsOf(grid);
  expect(trials.map((trial) => trial.state)).toEqual(Array(6).fill('COMPLETED'));
  expect(trials.map((trial) => trial.total_batches)).toEqual(Array(6).fill(4));
});

test('the adaptive search stops the weaker trials early and trains the best one to its end', async () => {
  const fast = ['--config', 'hyperparameters.seconds_per_epoch=0.1', '--config', 'searcher.max_concurrent_trials=2'];
  const id = await finished('digits', 'adaptive.yaml', ...fast);
  const trials = await trialsOf(id);
  expect(trials.map((trial) => trial.state)).toEqual(Array(16).fill('COMPLETED'));
  expect(trials.map((trial) => trial.restarts)).toEqual(Array(16).fill(0));
  // A stopped one may come a little farther before it hears of it.
  const stoppedEarly = trials.filter((trial) => trial.total_batches < 27);
  expect(stoppedEarly.length).toBeGreaterThanOrEqual(8);
  expect(trials.some((trial) => trial.total_batches === 27)).toBe(true);
  const early = trials.find((trial) => trial.total_batches < 27);
  const logs = await det.det('trial', 'logs', String(early?.trial_id));
  expect(logs).toContain('searcher decided to early stop trial');
  expect(logs).toMatch(/asked to stop after epoch \d+/);
});

test('a paused run goes on where it was', async () => {
  const place = join(examples, 'digits');
  const options = ['--config', 'hyperparameters.epochs=20', '--config', 'hyperparameters.checkpoint_every=100'];
  const id = createdId(await det.det('e', 'create', join(place, 'single.yaml'), place, ...options));
  const trial = async () => (await trialsOf(Number(id)))[0];
  await eventually('some epochs', async () => ((await trial())?.total_batches ?? 0) >= 3, 120_000);
  // By the call itself: by the time a command line has started on a slow machine, the training may be over.
  await cluster.admin.client.call(pauseExperimentRoute, { id: Number(id) });
  const stopped = await eventually(
    'its task has ended',
    async () => {
      const logs = await det.det('e', 'logs', id);
      return /asked to stop after epoch (\d+)/.exec(logs)?.[1];
    },
    120_000,
  );
  await det.det('e', 'activate', id);
  await det.det('e', 'wait', id, '--polling-interval', '1');
  expect(await trial()).toMatchObject({ state: 'COMPLETED', restarts: 0, total_batches: 20 });
  expect(await det.det('e', 'logs', id)).toContain(`going on after epoch ${stopped}`);
});

test('the one that fails on purpose comes through on its third run', async () => {
  const [trial] = await trialsOf(await finished('flaky', 'flaky.yaml'));
  expect(trial).toMatchObject({ state: 'COMPLETED', restarts: 2, run_id: 3, total_batches: 30 });
});

test('the first script runs as it is', async () => {
  const [trial] = await trialsOf(await finished('first-script', 'first-script.yaml'));
  expect(trial).toMatchObject({ state: 'COMPLETED', restarts: 0, total_batches: 60 });
});

test('the detached one reports from outside of the cluster', async () => {
  const program = readFileSync(join(examples, 'detached/train.py'), 'utf8');
  await det.python(program.replace('time.sleep(0.5)', 'pass'));
  const experiments = cluster.master.db.selectFrom('experiments').selectAll().where('unmanaged', '=', true);
  const { id, state } = await experiments.executeTakeFirstOrThrow();
  expect(state).toBe('COMPLETED');
  expect(await trialsOf(id)).toMatchObject([{ state: 'COMPLETED', total_batches: 60 }]);
});
