import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getServerHealthRoute } from '@determined/contract/cluster/ext-routes.ts';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { EmbeddedPostgres } from '@determined/master/platform/db/embedded/postgres-supervisor.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Account } from './support/account.ts';
import { RealTraining } from './support/real-training.ts';
import { Reporter } from './support/reporter.ts';
import { explained } from './support/what-befell.ts';

const whole = process.env.DET_FAULTS === 'whole';
const fullMs = 30_000;

/** A disk of its own is a file system in memory, which only root may mount (and not in every container). */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'determined-mount-'));
  const mounted = mount(folder, '1m');
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
}

const mount = (folder: string, size: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', ['-l', folder]);

let master: MasterProcess;
const disk = mayMount() ? describeDisk() : undefined;

beforeEach(async () => {
  if (!disk) return;
  master = await MasterProcess.start({
    prepare: (dataDir) => {
      mount(dataDir, '400m');
      chmodSync(dataDir, 0o711);
    },
  });
});
afterEach(async () => {
  if (!disk) return;
  disk.free();
  await master.stopOrderly();
  unmount(master.dataDir);
  await master.stop();
});

function append(path: string, bytes: number, more: () => boolean): void {
  const file = openSync(path, 'a');
  const block = Buffer.alloc(bytes, '\n');
  try {
    while (more()) writeSync(file, block);
  } catch {
    // Full is what it is to be.
  }
  closeSync(file);
}

function describeDisk() {
  const ballast = () => join(master.dataDir, 'ballast');
  return {
    fill(): void {
      append(ballast(), 64 * 1024, () => statfsSync(master.dataDir).bavail > 0);
      // The last page of the log would have room for some lines yet, and they are rare.
      let page = 8192;
      append(join(master.dataDir, 'master.log'), 1, () => page-- > 0);
    },
    free: () => rmSync(ballast(), { force: true }),
  };
}

const health = async () => (await (await fetch(`${master.address}/health`)).json()) as object;
const times = (text: string) => master.output.split(text).length - 1;

const atLength = whole ? test.skipIf(!disk) : () => {};

test.skipIf(!disk)('a full disk ends nothing: it is said, and all goes on when there is room', async () => {
  const client = await master.client();
  const reporter = await Reporter.start(() => client);
  await eventually('reports', () => reporter.acknowledged > 10);
  const { pid } = master;
  expect(await client.call(getServerHealthRoute, {})).toMatchObject({ diskFull: false });
  expect(await health()).toEqual({ status: 'up' });

  disk?.fill();
  await eventually('it is said', async () => 'disk' in (await health()));
  expect(await health()).toMatchObject({ disk: 'full' });
  expect(await client.call(getServerHealthRoute, {})).toMatchObject({ diskFull: true });
  // Pages that the database has already hold a few more reports; then one needs room.
  const { trialId } = reporter;
  const post = (stepsCompleted: number) => {
    const avgMetrics = Object.fromEntries(
      Array.from({ length: 500 }, (_unused, index) => [`m${index}`, Math.random()]),
    );
    const metrics = { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics } };
    return client.call(reportTrialMetricsRoute, { metrics, group: 'other' }, { signal: AbortSignal.timeout(30_000) });
  };
  let step = 0;
  const refused = await eventually(
    'a report is refused',
    () =>
      post(++step).then(
        () => undefined,
        (error: unknown) => error,
      ),
    120_000,
  );
  expect(refused).toMatchObject({ status: 503 });
  // The database may have given room back.
  const logFails = async () => {
    disk?.fill();
    await post(++step).catch(() => undefined);
    return times('cannot be written') > 0;
  };
  await eventually('the log cannot be written', logFails, 120_000);
  expect(master.pid).toBe(pid);

  disk?.free();
  await eventually('it is well again', async () => !('disk' in (await health())), 120_000);
  const before = reporter.acknowledged;
  await eventually('reports go on', () => reporter.acknowledged > before + 10, 120_000);
  await reporter.end();
  expect(master.pid).toBe(pid);
  const account = new Account();
  await account.checkReporter(client, reporter);
  expect(account.counts).toBe('lost 0, doubled 0, stuck 0, orphaned 0');
  expect([times('is full: nothing is stored'), times('there is room on the disk again')]).toEqual([1, 1]);
  expect(readFileSync(join(master.dataDir, 'master.log'), 'utf8')).toContain('lines could not be written here');
});

test.skipIf(!disk)(
  'a full disk under the checkpoints loses none that was saved, and training goes on from it',
  async () => {
    const storage = temporaryFolder('checkpoint-disk');
    mount(storage, '1m');
    onTestFinished(() => void unmount(storage));
    chmodSync(storage, 0o777);
    const client = await master.client();
    const training = new RealTraining();
    const experimentId = await training.start(client, storage);
    const saved = () => training.read().flatMap(({ checkpoints }) => checkpoints);
    await eventually('a checkpoint', () => saved().length > 0, 120_000);
    const ballast = join(storage, 'ballast');
    append(ballast, 4096, () => true);
    const restarted = async () => {
      const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
      return trials.some(({ restarts }) => restarts > 0);
    };
    await eventually('a checkpoint could not be saved', restarted, 120_000);
    rmSync(ballast);
    const state = async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state;
    await eventually('the training ends', async () => (await state()) === 'STATE_COMPLETED', 240_000);

    const account = new Account();
    await account.checkTraining(client, training, new Map());
    const { lost, doubled } = account;
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    const { checkpoints } = await client.call(getExperimentCheckpointsRoute, { id: experimentId });
    const whole = checkpoints.filter(({ state: one }) => one === 'STATE_COMPLETED').map(({ uuid }) => uuid);
    expect(whole).toEqual(expect.arrayContaining(saved()));
    for (const uuid of whole) expect(readFileSync(join(storage, uuid, 'state.txt'), 'utf8')).toMatch(/^\d+$/);
  },
);

atLength('a full disk under the tasks ends no experiment: what could not run goes on when there is room', async () => {
  const client = await master.client();
  const training = new RealTraining();
  const experimentId = await training.start(client);
  await eventually('a checkpoint', () => training.read().some(({ checkpoints }) => checkpoints.length > 0), 120_000);
  disk?.fill();
  await delay(fullMs);
  disk?.free();
  const ends = async () => {
    const { experiment } = await client.call(getExperimentRoute, { experimentId });
    return experiment?.state === 'STATE_COMPLETED' || experiment?.state === 'STATE_ERROR';
  };
  await explained(client, async () => {
    await eventually('the training ends', ends, 240_000);
    expect((await client.call(getExperimentRoute, { experimentId })).experiment?.state).toBe('STATE_COMPLETED');
  });
  // What was printed while nothing could be written is told as missing.
  const account = new Account();
  await account.checkTraining(client, training, new Map(training.read().map(({ allocationId }) => [allocationId, 0])));
  const { lost, doubled } = account;
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
});

atLength('what is to start on a machine whose disk is full waits there, and says why', async () => {
  // The database has room: only the machine's own disk is full.
  const folder = temporaryFolder('database');
  chmodSync(folder, 0o711);
  const database = await EmbeddedPostgres.start({ folder, log: { info: () => {}, warn: console.log } });
  onTestFinished(() => database.stop());
  const { user, host, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
  const machine = await MasterProcess.start({
    env: { DATABASE_URL },
    prepare: (dataDir) => void mount(dataDir, '64m'),
  });
  onTestFinished(async () => {
    await machine.stopOrderly();
    unmount(machine.dataDir);
    await machine.stop();
  });
  const client = await machine.client();
  const ballast = join(machine.dataDir, 'ballast');
  append(ballast, 64 * 1024, () => true);

  const training = new RealTraining();
  const experimentId = await training.start(client);
  const isSaid = async () => {
    const { reasons } = await client.call(getWaitingReasonsRoute, { params: { experimentId } });
    return reasons.some(({ reason }) => reason.includes('disk is full'));
  };
  await explained(client, async () => {
    await eventually('it is said', isSaid);
    rmSync(ballast);
    const state = async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state;
    await eventually('the training ends', async () => (await state()) === 'STATE_COMPLETED', 120_000);
    const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
    expect(trials.map(({ restarts }) => restarts)).toEqual([0, 0]);
  });
});

test.skipIf(!disk)('a start on a full disk is refused in words', async () => {
  await master.stopOrderly();
  disk?.fill();
  const refused = await master.start().then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(/The disk is full: make room where the data folder lies, and start again\.\n$/);
  expect(refused).not.toMatch(/^ +at /m);
  disk?.free();
  await master.start();
  expect(await health()).toEqual({ status: 'up' });
});
