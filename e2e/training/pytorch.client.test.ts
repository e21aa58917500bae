import { join, resolve } from 'node:path';
import { unpackCurve } from '@determined/contract/training/curves.ts';
import { pauseExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialSystemCurveRoute } from '@determined/contract/training/ext-routes.ts';
import { getTrainingMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getTrialProfilerAvailableSeriesRoute } from '@determined/contract/training/profiler-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdId, DetClient, torchPython } from '../support/det-client.ts';

// The examples with PyTorch, by the unmodified harness: over the system's Python with Debian's PyTorch 1.13.

const folder = resolve(import.meta.dirname, '../../examples/spirals');
const patience = 240_000;
/** What PyTorch before 2.0 needs under Python 3.11 to start processes; examples/README.md tells why. */
const older = 'environment.environment_variables=[PET_REDIRECTS=9:1, PET_TEE=9:1]';

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: torchPython(), DET_SLOTS: '2' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster?.stop());

const create = async (config: string, ...options: string[]) =>
  createdId(
    await det.det('e', 'create', join(folder, config), folder, ...options.flatMap((each) => ['--config', each])),
  );

const trialOf = (experiment: string) =>
  cluster.master.db
    .selectFrom('trials')
    .innerJoin('trial_metrics', 'trial_metrics.trial_id', 'trials.id')
    .selectAll()
    .where('trials.experiment_id', '=', Number(experiment))
    .executeTakeFirstOrThrow();

const checkpointsOf = (trial: number) =>
  cluster.master.db.selectFrom('checkpoints').selectAll().where('trial_id', '=', trial).orderBy('id').execute();

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** The runs that reported training, with their first and last batch. */
async function runsOf(trialId: number): Promise<[run: number, first: number, last: number][]> {
  const pages = await collect(cluster.admin.client.stream(getTrainingMetricsRoute, { trialIds: [trialId] }));
  const runs = Map.groupBy(
    pages.flatMap(({ metrics }) => metrics),
    ({ trialRunId }) => trialRunId,
  );
  return [...runs].map(([run, reports]) => {
    const batches = reports.map(({ totalBatches }) => totalBatches);
    return [run, Math.min(...batches), Math.max(...batches)];
  });
}

/** Allocations of a trial that have not ended. */
async function runningOf(trialId: number): Promise<number> {
  const open = await cluster.master.db
    .selectFrom('allocations')
    .innerJoin('trial_tasks', 'trial_tasks.task_id', 'allocations.task_id')
    .select('allocations.id')
    .where('trial_tasks.trial_id', '=', trialId)
    .where('allocations.end_time', 'is', null)
    .execute();
  return open.length;
}

/** Waits for an experiment's end; its log tells why it failed. */
async function done(experiment: string): Promise<void> {
  const { code } = await det.run('e', 'wait', experiment, '--polling-interval', '1');
  expect(code, code === 0 ? '' : await det.det('e', 'logs', experiment)).toBe(0);
}

test('a script with pytorch.Trainer is paused and goes on from its checkpoint; its machine’s state is in the profiler', async () => {
  const id = await create('trainer.yaml');
  await eventually('some batches', async () => (await trialOf(id)).total_batches >= 16, patience);
  // By the call itself: by the time a command line has started on a slow machine, the training may be over.
  await cluster.admin.client.call(pauseExperimentRoute, { id: Number(id) });
  const { id: trialId } = await trialOf(id);
  await eventually('its task has ended', async () => (await runningOf(trialId)) === 0, patience);
  // That of the pause; an epoch may have been stored before it.
  const steps = (await checkpointsOf(trialId)).at(-1)?.steps ?? Number.NaN;
  await det.det('e', 'activate', id);
  await done(id);
  expect(await trialOf(id)).toMatchObject({ state: 'COMPLETED', restarts: 0, run_id: 2, total_batches: 320 });
  const [first, second] = await runsOf(trialId);
  expect(first).toEqual([1, 8, expect.any(Number)]);
  // The next reports come after the step that was stored, none of it again.
  expect(second).toEqual([2, expect.any(Number), 320]);
  expect(second?.[1]).toBeGreaterThan(steps);
  expect(second?.[1]).toBeLessThanOrEqual(steps + 8);
  const [series] = await collect(
    cluster.admin.client.stream(getTrialProfilerAvailableSeriesRoute, { trialId, follow: false }),
  );
  const names = series?.labels.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['cpu_util_simple', 'memory_free', 'net_throughput_recv']));
  const memory = await cluster.admin.client.call(getTrialSystemCurveRoute, {
    params: { trialId },
    query: { name: 'memory_free', agentId: series?.labels[0]?.agentId ?? '' },
  });
  const { last } = unpackCurve(memory);
  expect(last.every((bytes) => bytes !== null && bytes > 0) && last.length > 0).toBe(true);
});

test('a class of a module is trained by the harness, and its checkpoint holds model and code', async () => {
  const id = await create(
    'trial.yaml',
    older,
    'hyperparameters.seconds_per_batch=0.0',
    'searcher.max_length={epochs: 6}',
  );
  await done(id);
  const trial = await trialOf(id);
  expect(trial).toMatchObject({ state: 'COMPLETED', restarts: 0, run_id: 1, total_batches: 96 });
  // It has learned: a guess among three is right once in three times.
  expect(trial.best_validation?.metrics).toMatchObject({
    validation_accuracy: expect.toSatisfy((share) => share > 0.6),
  });
  const checkpoints = await checkpointsOf(trial.id);
  expect(checkpoints.map(({ steps }) => steps)).toContain(96);
  const files = Object.keys(checkpoints.at(-1)?.resources ?? {});
  expect(files).toEqual(
    expect.arrayContaining(['state_dict.pth', 'trial_state.pkl', 'load_data.json', 'code/model.py']),
  );
});

test('two processes on two slots meet by rendezvous and train one model through torch_distributed', async () => {
  const id = await create(
    'distributed.yaml',
    older,
    'hyperparameters.seconds_per_batch=0.0',
    'hyperparameters.epochs=6',
  );
  await done(id);
  const trial = await trialOf(id);
  expect(trial).toMatchObject({ state: 'COMPLETED', restarts: 0, run_id: 1 });
  // Each batch of 64 is one of 32 for each process.
  expect(trial.total_batches).toBe(96);
  expect(trial.best_validation?.metrics).toMatchObject({
    validation_accuracy: expect.toSatisfy((share) => share > 0.6),
  });
  const logs = await det.det('trial', 'logs', String(trial.id));
  expect(logs).toMatch(/\[rank=0\].*process 1 of 2/);
  expect(logs).toMatch(/\[rank=1\].*process 2 of 2/);
});
