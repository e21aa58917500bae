import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({
    launcher: 'local',
    env: {
      DET_PYTHON: clientPython(),
      DET_SLOTS: '3',
      DET_RESOURCE_POOLS: '[{pool_name: default}, {pool_name: extra, slots: 1}]',
    },
  });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster.stop());

/** A folder with a quick script: five steps, metrics, a checkpoint each step, stops when asked. */
function quickExperiment(
  name: string,
  options: { steps?: number; pause?: number; searcher?: string } = {},
): [string, string] {
  const { steps = 5, pause = 0.05, searcher = '{name: single, metric: validation_loss}' } = options;
  const folder = temporaryFolder('quick');
  writeFileSync(
    join(folder, 'train.py'),
    `
import json, pathlib, time
import determined as det
from determined import core

info = det.get_cluster_info()
start = 0
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    if info.latest_checkpoint is not None:
        with context.checkpoint.restore_path(info.latest_checkpoint) as path:
            start = json.loads((path / "state.json").read_text())["step"]
        print("going on from step", start, flush=True)
    steps = info.trial.hparams.get("steps", ${steps})
    for step in range(start + 1, steps + 1):
        time.sleep(${pause})
        print("step", step, flush=True)
        context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0 / step})
        context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": 2.0 / step})
        context.train.report_progress(step / steps)
        with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
            (path / "state.json").write_text(json.dumps({"step": step}))
        if context.preempt.should_preempt():
            raise SystemExit(0)
`,
  );
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `
name: ${name}
entrypoint: python3 train.py
searcher: ${searcher}
hyperparameters: {lr: {type: double, minval: 0.1, maxval: 0.9}}
max_restarts: 1
checkpoint_storage: {save_experiment_best: 0, save_trial_best: 9, save_trial_latest: 9}
`,
  );
  return [config, folder];
}

const create = async (...args: Parameters<typeof quickExperiment>) =>
  createdId(await det.det('e', 'create', ...quickExperiment(...args)));

test('the command line signs in and reads the master', async () => {
  expect(await det.det('master', 'info')).toContain('0.38.1');
  expect(await det.det('user', 'whoami')).toContain("'admin'");
});

test('a wrong password is refused with a word, not a traceback', async () => {
  const { code, stdout, stderr } = await new DetClient(cluster.address, 'admin', 'nope').run('e', 'list');
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain('Traceback');
});

test('an experiment runs to its end: wait, describe, trials, logs, checkpoints', async () => {
  const id = await create('whole life');
  await det.det('e', 'wait', id, '--polling-interval', '1');
  expect(await det.det('e', 'list')).toContain('whole life');
  const described = JSON.parse(await det.det('e', 'describe', id, '--json')) as { state: string }[];
  expect(JSON.stringify(described)).toContain('STATE_COMPLETED');
  const trials = await det.det('e', 'list-trials', id);
  expect(trials).toContain('COMPLETED');
  const trialId = /^\s*(\d+)\s*\|/m.exec(trials)?.[1] ?? '';
  const logs = await det.det('trial', 'logs', trialId);
  for (let step = 1; step <= 5; step++)
    expect(logs.split('\n').filter((line) => line.endsWith(`step ${step}`))).toHaveLength(1);
  expect(await det.det('e', 'logs', '-f', id)).toContain('step 5');
  expect(await det.det('trial', 'describe', trialId)).toContain('COMPLETED');
  const listed = await det.det('e', 'list-checkpoints', id);
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(listed)?.[0] ?? '';
  expect(uuid).not.toBe('');
  for (const mode of ['auto', 'master']) {
    const target = join(temporaryFolder('download'), 'checkpoint');
    await det.det('checkpoint', 'download', uuid, '--output-dir', target, '--mode', mode);
    expect(readdirSync(target)).toEqual(expect.arrayContaining(['metadata.json', 'state.json']));
  }
  expect(statSync(join(cluster.dataDir, 'checkpoints')).mode & 0o777, 'nobody else comes in').toBe(0o700);
});

test('[API-060] continue takes an ended training further from its last checkpoint, for more steps', async () => {
  const id = await create('further', { steps: 3 });
  await det.det('e', 'wait', id, '--polling-interval', '1');
  // Follows the log of the trial until it has ended again.
  const followed = await det.det('e', 'continue', id, '--config', 'hyperparameters.steps=6', '-f');
  expect(followed).toContain(`Continued experiment ${id}`);
  await det.det('e', 'wait', id, '--polling-interval', '1');
  const logs = (await det.det('e', 'logs', id)).split('\n');
  const said = logs.flatMap((line) => /(?:going on from )?step \d+$/.exec(line)?.[0] ?? []);
  expect(said).toEqual(['step 1', 'step 2', 'step 3', 'going on from step 3', 'step 4', 'step 5', 'step 6']);
  expect(await det.det('e', 'config', id)).toMatch(/steps:\n\s+type: const\n\s+val: 6/);
  const trials = await det.det('e', 'list-trials', id);
  expect(trials).toMatch(/COMPLETED.*\|\s*6\s*\|?/);

  const [, message] = await det
    .run('e', 'continue', id, '--config', 'project=other')
    .then(({ code, stderr }) => [code, stderr]);
  expect(message).toContain('det experiment move');
});

test('det job orders what waits, and moves jobs that wait and that run to another pool', async () => {
  const inExtra = async (name: string) =>
    createdId(
      await det.det(
        ...['e', 'create', ...quickExperiment(name, { steps: 1000, pause: 0.25 })],
        ...['--config', 'resources.resource_pool=extra'],
      ),
    );
  const stepsOf = async (id: string) =>
    (await cluster.admin.client.call(getExperimentTrialsRoute, { experimentId: Number(id) })).trials[0]
      ?.totalBatchesProcessed ?? 0;
  const ids = [await inExtra('runs'), await inExtra('waits'), await inExtra('waits, too')] as const;
  await eventually('the first runs', async () => (await stepsOf(ids[0])) >= 2, 120_000);
  interface Listed {
    jobId: string;
    name: string;
    priority: number;
    weight: number;
    summary: { jobsAhead: number; state: string };
  }
  const listed = async (pool: string): Promise<Listed[]> =>
    JSON.parse(await det.det('job', 'list', '-p', pool, '--json')).jobs;
  const before = await listed('extra');
  expect(before.map(({ name, summary }) => [name, summary.jobsAhead, summary.state])).toEqual([
    ['runs', 0, 'STATE_SCHEDULED'],
    ['waits', 1, 'STATE_QUEUED'],
    ['waits, too', 2, 'STATE_QUEUED'],
  ]);
  const job = (name: string) => before.find((one) => one.name === name)?.jobId ?? '';

  await det.det('job', 'update', job('waits, too'), '--priority', '7');
  await det.det('job', 'update', job('waits'), '--weight', '2.5');
  await det.det('job', 'update-batch', `${job('runs')}.priority=3`, `${job('waits')}.priority=9`);
  expect((await listed('extra')).map(({ name, priority, weight }) => [name, priority, weight])).toEqual([
    ['runs', 3, 1],
    ['waits, too', 7, 1],
    ['waits', 9, 2.5],
  ]);
  const refused = await det.run('job', 'update', job('waits'), '--weight', '0');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('weight must be above 0')]);

  // One that waits goes to free slots and starts; one that runs makes room, and goes on there from its checkpoint.
  await det.det('job', 'update', job('waits'), '--resource-pool', 'default');
  await eventually('it runs in the other pool', async () => (await stepsOf(ids[1])) >= 1, 120_000);
  await det.det('job', 'update', job('runs'), '--resource-pool', 'default');
  await eventually('the next has its place', async () => (await stepsOf(ids[2])) >= 1, 120_000);
  await eventually(
    'it goes on',
    async () => (await det.det('e', 'logs', ids[0])).includes('going on from step'),
    120_000,
  );
  expect((await listed('extra')).map(({ name }) => name)).toEqual(['waits, too']);
  expect((await listed('default')).map(({ name }) => name)).toEqual(['runs', 'waits']);
  for (const id of ids) await det.det('e', 'kill', id);
});

test('pause keeps the work, activate goes on from the last checkpoint', async () => {
  // Far more steps than it will do: `det e pause` has to come before the end, however slowly it starts.
  const id = await create('pause', { steps: 1000, pause: 0.25 });
  const reports = async () => {
    const row = await cluster.master.db
      .selectFrom('trials')
      .innerJoin('trial_metrics', 'trial_metrics.trial_id', 'trials.id')
      .select(['total_batches', 'run_id', 'state'])
      .where('trials.experiment_id', '=', Number(id))
      .executeTakeFirstOrThrow();
    return row;
  };
  await eventually('some steps', async () => (await reports()).total_batches >= 3, 120_000);
  await det.det('e', 'pause', id);
  await eventually(
    'the task has stopped',
    async () => {
      const open = await cluster.master.db
        .selectFrom('allocations')
        .select('id')
        .where('task_id', 'like', `${id}.%`)
        .where('state', '<>', 'TERMINATED')
        .execute();
      return open.length === 0;
    },
    120_000,
  );
  const before = await reports();
  expect(before.state).toBe('PAUSED');
  await det.det('e', 'activate', id);
  await eventually('it goes on', async () => (await reports()).total_batches > before.total_batches, 120_000);
  expect(await det.det('e', 'logs', id)).toContain(`going on from step ${before.total_batches}`);
  await det.det('e', 'kill', id);
  await eventually('it is canceled', async () => (await det.det('e', 'describe', id)).includes('CANCELED'), 60_000);
});

test('a trial whose process dies is restarted from its last checkpoint', async () => {
  const id = await create('killed process', { steps: 20, pause: 0.3 });
  const trial = () =>
    cluster.master.db
      .selectFrom('trials')
      .innerJoin('trial_metrics', 'trial_metrics.trial_id', 'trials.id')
      .selectAll()
      .where('trials.experiment_id', '=', Number(id))
      .executeTakeFirstOrThrow();
  await eventually('some steps', async () => (await trial()).total_batches >= 3, 120_000);
  const folder = readdirSync(join(cluster.dataDir, 'allocations')).find((name) => name.startsWith(`${id}.`)) ?? '';
  const { pid } = JSON.parse(readFileSync(join(cluster.dataDir, 'allocations', folder, 'process.json'), 'utf8')) as {
    pid: number;
  };
  process.kill(-pid, 'SIGKILL');
  await eventually('it has ended', async () => (await trial()).state === 'COMPLETED', 150_000);
  expect(await trial()).toMatchObject({ restarts: 1, total_batches: 20 });
});

test('the SDK creates an experiment and reads its metrics', async () => {
  const [config, folder] = quickExperiment('by the SDK');
  const output = await det.python(
    `
import sys
from determined.experimental import client
experiment = client.create_experiment(config=sys.argv[1], model_dir=sys.argv[2])
experiment.wait(interval=1)
trial = experiment.list_trials()[0]
values = [m.metrics["loss"] for m in trial.iter_metrics("training")]
print("values", values)
print("checkpoints", len(experiment.list_checkpoints()))
`,
    config,
    folder,
  );
  expect(output).toContain('values [1, 0.5, 0.3333333333333333, 0.25, 0.2]');
  expect(output).toMatch(/checkpoints [1-5]/);
});

test('broken configurations are refused with a clear text', async () => {
  const folder = temporaryFolder('broken');
  const broken = (text: string) => {
    writeFileSync(join(folder, 'config.yaml'), text);
    return det.run('e', 'create', join(folder, 'config.yaml'), folder);
  };
  const missing = await broken('name: x\nsearcher: {name: single, metric: loss}\n');
  expect(missing.code).toBe(1);
  expect(missing.stdout + missing.stderr).toContain('entrypoint');
  const unknown = await broken('name: x\nentrypoint: a\nentrypiont: b\nsearcher: {name: single, metric: loss}\n');
  expect(unknown.stdout + unknown.stderr).toContain('entrypiont');
});

test('detached mode reports from a process that the platform does not run, and its run is found by what it says', async () => {
  const output = await det.python(
    `
import json
from determined import core
from determined.common.api import bindings
from determined.experimental import client
from determined.experimental import core_v2
core_v2.init(
    defaults=core_v2.DefaultConfig(name="detached test"),
    unmanaged=core_v2.UnmanagedConfig(external_experiment_id="ext-1", external_trial_id="ext-t-1"),
    tensorboard_mode=core.TensorboardMode.MANUAL,
)
for step in range(1, 6):
    core_v2.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0 / step})
core_v2.train.set_metadata({"team": "red", "deep": {"n": 1}})
print("described", json.dumps(core_v2.train.get_metadata()))
core_v2.close()

field = {"kind": "field", "columnName": "metadata.deep.n", "location": "LOCATION_TYPE_RUN_METADATA",
         "type": "COLUMN_TYPE_NUMBER", "operator": "=", "value": 1}
request = bindings.v1SearchRunsRequest(filter=json.dumps({"filterGroup": field}), sort="endTime=desc")
session = client.Determined()._session
for run in bindings.post_SearchRuns(session, body=request).runs:
    print("found", run.externalRunId, run.metadata, run.experiment.name)
print("values", bindings.get_GetMetadataValues(session, key="team", projectId=1).values)
`,
  );
  expect(output).toContain('described {"deep": {"n": 1}, "team": "red"}');
  expect(output).toContain("found ext-t-1 {'deep': {'n': 1}, 'team': 'red'} detached test");
  expect(output).toContain("values ['red']");
  const row = await cluster.master.db
    .selectFrom('experiments')
    .selectAll()
    .where('external_id', '=', 'ext-1')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ unmanaged: true, state: 'COMPLETED' });
  expect(await det.det('e', 'list-trials', String(row.id))).toContain('COMPLETED');
});

test('[API-111] what older clients send of their machines is taken, and read again by the bindings', async () => {
  const output = await det.python(
    `
from determined.common.api import bindings
from determined.experimental import client
session = client.Determined()._session
trial = bindings.get_GetTrialByExternalID(session, externalExperimentId="ext-1", externalTrialId="ext-t-1").trial.id
labels = bindings.v1TrialProfilerMetricLabels(name="gpu_util", trialId=trial, agentId="node-1", gpuUuid="GPU-1")
times = ["2026-11-22T10:00:00Z", "2026-11-22T10:00:01Z"]
batch = bindings.v1TrialProfilerMetricsBatch(batches=[1, 2], labels=labels, timestamps=times, values=[0.5, 0.75])
request = bindings.v1PostTrialProfilerMetricsBatchRequest(batches=[batch])
bindings.post_PostTrialProfilerMetricsBatch(session, body=request)
for answer in bindings.get_GetTrialProfilerMetrics(session, labels_trialId=trial, labels_name="gpu_util"):
    print(answer.batch.batches, answer.batch.values, answer.batch.labels.gpuUuid)
`,
  );
  expect(output.trim().split('\n')).toEqual(['[1] [0.5] GPU-1', '[2] [0.75] GPU-1']);
});

test('a detached process that ends as it starts is not heard of, and its trial fails after a minute with that reason', async () => {
  const { db } = cluster.master;
  // There is neither torch nor TensorFlow here, and TensorBoard files are written unless it is told otherwise.
  const failed = det.python(
    `
from determined.experimental import core_v2
core_v2.init(defaults=core_v2.DefaultConfig(name="ends at once"), checkpoint_storage="${temporaryFolder('detached')}")
`,
  );
  await expect(failed).rejects.toThrow('ModuleNotFoundError');
  const trial = () =>
    db
      .selectFrom('trials')
      .innerJoin('experiments', 'experiments.id', 'trials.experiment_id')
      .select(['trials.id', 'trials.state'])
      .where('experiments.name', '=', 'ends at once')
      .executeTakeFirstOrThrow();
  const { id, state } = await trial();
  expect(state).toBe('RUNNING');
  // As if it had been a minute ago; the master looks by itself.
  const began = new Date(Date.now() - 61_000).toISOString();
  await db.updateTable('state_changes').set({ at: began }).where('trial_id', '=', id).execute();
  await db.updateTable('trials').set({ last_activity: began }).where('id', '=', id).execute();
  await eventually('its end', async () => (await trial()).state === 'ERROR', 60_000);
  expect(await det.det('trial', 'logs', String(id))).toContain('Registered, not running');
});
