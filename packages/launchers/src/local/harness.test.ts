import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HarnessMaster } from '#conformance/harness-master.ts';
import { commandTask, type LauncherWorld, Watcher } from '#conformance/launcher-conformance.ts';
import type { TaskSpec } from '#launcher.ts';
import { PythonEnvironment } from '#python/python-environment.ts';
import { LocalLauncher } from './local-launcher.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The unmodified package `determined` 0.38.1, in an environment that is made once and kept in the repository's cache. */
describe('the harness in a local task', { timeout: 120_000 }, () => {
  const python = new PythonEnvironment({ dataDir: join(repository, '.cache'), own: process.env.DET_PYTHON });
  let dataDir: string;
  let storage: string;
  let master: HarnessMaster;
  let launcher: LocalLauncher;
  let watcher: Watcher;

  beforeAll(async () => {
    expect(await python.prepare()).toMatchObject({ state: 'ready' });
  }, 600_000);
  afterAll(() => python.close());

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'det-harness-'));
    await chmod(dataDir, 0o711);
    storage = join(dataDir, 'checkpoints');
    master = new HarnessMaster();
    await master.start();
    const slots = [{ id: 0, type: 'cpu' as const, brand: 'test', uuid: 'cpu-0' }];
    launcher = new LocalLauncher({ dataDir, python, slots, nodeId: 'node' });
    watcher = new Watcher(launcher);
  });
  afterEach(async () => {
    for (const task of await launcher.list()) await launcher.kill(task.allocationId);
    await launcher.close();
    await master.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function trial(
    folder: string,
    given: { run: number; entrypoint?: string; hparams?: object; latestCheckpoint?: string; steps?: number },
  ): Promise<TaskSpec> {
    const config = {
      entrypoint: given.entrypoint ?? 'python3 train.py',
      checkpoint_storage: { type: 'shared_fs', host_path: storage, storage_path: null, propagation: 'rprivate' },
      searcher: { name: 'single', metric: 'validation_loss', smaller_is_better: true },
      resources: { slots_per_trial: 1 },
      debug: false,
    };
    const { stdout } = await run('tar', ['-cz', '-C', join(repository, 'examples', folder), '.'], {
      encoding: 'buffer',
    });
    const world = { master } as unknown as LauncherWorld; // commandTask reads only the master's address
    const task = commandTask(world, '', {
      context: stdout,
      entrypoint: [],
      environment: {
        DET_TASK_TYPE: 'TRIAL',
        DET_TRIAL_ID: '1',
        DET_EXPERIMENT_ID: '1',
        DET_TRIAL_SEED: '7',
        DET_TRIAL_RUN_ID: String(given.run),
        DET_HPARAMS: JSON.stringify(given.hparams ?? {}),
        DET_EXPERIMENT_CONFIG: JSON.stringify(config),
        DET_STEPS_COMPLETED: String(given.steps ?? 0),
        DET_RESOURCES_ID: 'resources',
        DET_CONTAINER_ID: 'resources',
        DET_USER: 'somebody',
        DET_USER_TOKEN: 'token-of-the-user',
        ...(given.latestCheckpoint && { DET_LATEST_CHECKPOINT: given.latestCheckpoint }),
      },
    });
    return task;
  }

  const reported = (group: string) =>
    master.reports.filter((report) => report.group === group).map((report) => report.metrics.stepsCompleted);

  test('the digits example reports, stops when it is asked to, and goes on from its checkpoint', async () => {
    const hparams = {
      learning_rate: 0.003,
      hidden: 16,
      weight_decay: 0.0001,
      batch_size: 64,
      epochs: 12,
      checkpoint_every: 100,
      seconds_per_epoch: 0.3,
    };
    const first = await trial('digits', { run: 1, hparams });
    await launcher.start(first);
    await vi.waitFor(() => expect(reported('validation').length).toBeGreaterThan(2), { timeout: 60_000 });
    master.preempt();
    expect(await watcher.exit(first.allocationId)).toMatchObject({ exitCode: 0, cause: 'ended' });
    expect(master.acknowledgedPreemption).toBe(true);
    const [checkpoint] = master.checkpoints;
    const stoppedAfter = reported('validation').length;
    expect(stoppedAfter).toBeLessThan(12);
    expect(checkpoint).toMatchObject({
      allocationId: first.allocationId,
      metadata: { steps_completed: stoppedAfter },
      resources: { 'model.pkl': expect.any(String), 'state.json': expect.any(String) },
    });
    const uuid = checkpoint?.uuid ?? '';
    expect(JSON.parse(await readFile(join(storage, uuid, 'state.json'), 'utf8'))).toEqual({ epochs: stoppedAfter });

    master.reset();
    const second = await trial('digits', { run: 2, hparams, latestCheckpoint: uuid, steps: stoppedAfter });
    await launcher.start(second);
    expect(await watcher.exit(second.allocationId)).toMatchObject({ exitCode: 0 });
    const rest = Array.from({ length: 12 - stoppedAfter }, (_, index) => stoppedAfter + 1 + index);
    expect(reported('training')).toEqual(rest);
    expect(reported('validation')).toEqual(rest);
    expect(master.progress.at(-1)).toBe(1);
    expect(master.text(second.allocationId)).toContain(`going on after epoch ${stoppedAfter}`);
    expect(master.unknown).toEqual([]);
  });

  test("a first script in the Core API's default mode runs without a framework and leaves TensorBoard files", async () => {
    const task = await trial('first-script', { run: 1 });
    await launcher.start(task);
    await vi.waitFor(() => expect(reported('training').length).toBeGreaterThan(10), { timeout: 60_000 });
    const exit = await watcher.exit(task.allocationId);
    expect({ exit, text: master.text(task.allocationId) }).toMatchObject({ exit: { exitCode: 0 } });
    expect(reported('training')).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const folder = join(storage, 'cluster', 'tensorboard', 'experiment', '1', 'trial', '1');
    expect((await readdir(folder)).filter((name) => name.includes('tfevents')).length).toBeGreaterThan(0);
    expect(master.lines(task.allocationId)).toContainEqual(
      expect.objectContaining({ level: 'INFO', log: expect.stringContaining('Validating checkpoint storage') }),
    );
  });

  test('an entry point that sets PYTHONPATH anew still knows its trial', async () => {
    const code = 'import determined as det; i = det.get_cluster_info(); print(i.task_id, i.trial.trial_id, i.slot_ids)';
    const task = await trial('first-script', { run: 1, entrypoint: `PYTHONPATH=. python3 -c '${code}'` });
    await launcher.start(task);
    expect(await watcher.exit(task.allocationId)).toMatchObject({ exitCode: 0 });
    expect(master.text(task.allocationId)).toContain(`${task.environment.DET_TASK_ID} 1 [0]\n`);
    expect(master.accelerators).toMatchObject([{ acceleratorData: { acceleratorType: 'cpu', nodeName: 'node' } }]);
  });
});
