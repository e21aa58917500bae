import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  putExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentCautionsRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute, patchTrialRoute, startTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeAll(async () => {
  bed = await startLifeTestBed(new ScriptedLauncher([4]));
});
afterAll(() => bed.cluster.stop());

const call = () => bed.cluster.admin.client;
const cautions = async (experimentId: number) =>
  (await call().call(getExperimentCautionsRoute, { params: { experimentId } })).cautions;

async function warnings(taskId: string): Promise<string[]> {
  const { lines } = await call().call(getLogLinesRoute, { params: { taskId }, query: { from: 0, count: 1000 } });
  return lines.filter(({ level }) => level === 'WARNING').map(({ source, text }) => `${source}: ${text.trimEnd()}`);
}

const validate = (task: TaskSpec, stepsCompleted: number, metrics: Record<string, number>) =>
  bed.asTask(task, `/api/v1/trials/${task.environment.DET_TRIAL_ID}/metrics`, 'POST', {
    group: 'validation',
    metrics: {
      trialId: Number(task.environment.DET_TRIAL_ID),
      trialRunId: Number(task.environment.DET_TRIAL_RUN_ID),
      stepsCompleted,
      metrics: { avgMetrics: metrics },
    },
  });

test('a searcher metric that the first validation lacks is told of once, in the log and on the page, until it is reported', async () => {
  const id = await bed.create({ searcher: 'name: single, metric: val_los' });
  const task = await bed.oneRunning();
  expect(await cautions(id)).toEqual([]);
  for (const steps of [1, 2]) expect((await validate(task, steps, { val_loss: 0.5, accuracy: 0.9 })).status).toBe(200);
  const [trial] = await bed.trials(id);
  expect(await warnings(task.environment.DET_TASK_ID ?? '')).toEqual([
    'master: The searcher\'s metric "val_los" is not in the first validation, which reports: accuracy, val_loss. Until it is reported, this trial has no best value.',
  ]);
  expect(await cautions(id)).toEqual([
    {
      kind: 'metricNotReported',
      trialId: null,
      text: 'The searcher\'s metric "val_los" was never reported. Validations report: accuracy, val_loss.',
    },
  ]);
  expect((await validate(task, 3, { val_los: 0.4 })).status).toBe(200);
  expect(await cautions(id)).toEqual([]);
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
  expect(trial?.state).toBe('ACTIVE');
});

test('one that reports its metric is told nothing', async () => {
  const id = await bed.create();
  const task = await bed.oneRunning();
  await validate(task, 1, { loss: 0.5 });
  expect(await warnings(task.environment.DET_TASK_ID ?? '')).toEqual([]);
  expect(await cautions(id)).toEqual([]);
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
});

const files = (...paths: string[]) => paths.map((path) => ({ path, type: 48, content: btoa('pass\n'), mode: 0o644 }));
async function createOf(entrypoint: string, asked: { parentId?: number; paths?: string[] } = {}) {
  const { experiment } = await call().call(createExperimentRoute, {
    config: `name: e\nentrypoint: ${entrypoint}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}`,
    modelDefinition: files(...(asked.paths ?? [])),
    parentId: asked.parentId ?? 0,
  });
  return experiment?.id ?? 0;
}

test('an entrypoint whose file did not come along is told of before anything starts, in the log and on the page', async () => {
  const said = "The entrypoint names trian.py, which is not among the experiment's files: README.md, train.py.";
  const wrong = await createOf('python3 trian.py', { paths: ['train.py', 'README.md'] });
  expect(await cautions(wrong)).toEqual([{ kind: 'entrypointNotFound', trialId: null, text: said }]);
  const { experiment } = await call().call(getExperimentRoute, { experimentId: wrong });
  const task = await bed.cluster.master.db
    .selectFrom('trial_tasks')
    .select('task_id as id')
    .where('trial_id', 'in', experiment?.trialIds ?? [])
    .executeTakeFirstOrThrow();
  expect(await warnings(task.id)).toEqual([`master: ${said}`]);
  expect(await cautions(await createOf('python3 train.py', { paths: ['train.py'] }))).toEqual([]);
  // A fork has its parent's files, and an entrypoint of its own.
  expect(await cautions(await createOf('python3 train.py', { parentId: wrong }))).toEqual([]);
  expect(await cautions(await createOf('python3 trian.py', { parentId: wrong }))).toHaveLength(1);
});

test('a detached job that registers and is not heard of again is told of; one that beats is not', async () => {
  const { admin, master } = bed.cluster;
  const put = async (name: string) => {
    const { experiment } = await admin.client.call(putExperimentRoute, {
      externalExperimentId: name,
      createExperimentRequest: {
        config: 'name: d\nsearcher: {name: single, metric: unmanaged}\nhyperparameters: {}',
        unmanaged: true,
      },
    });
    const experimentId = experiment?.id ?? 0;
    const { trial } = await admin.client.call(createTrialRoute, { experimentId, unmanaged: true });
    const trialId = trial?.id ?? 0;
    await admin.client.call(startTrialRoute, { trialId, resume: true });
    return { experimentId, trialId };
  };
  const [dead, alive, silent] = [await put('dead'), await put('alive'), await put('silent')];
  await admin.client.call(patchTrialRoute, { trialId: alive.trialId, state: 'STATE_RUNNING' });
  await admin.client.call(patchTrialRoute, { trialId: silent.trialId, state: 'STATE_RUNNING' });
  expect(await cautions(dead.experimentId)).toEqual([]);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const start = (trialId: number, at: string) =>
    master.db.updateTable('state_changes').set({ at }).where('trial_id', '=', trialId).execute();
  const heard = (trialId: number, at: string) =>
    master.db.updateTable('trials').set({ last_activity: at }).where('id', '=', trialId).execute();
  const [begun, beat] = [ago(45), ago(40)];
  for (const { trialId } of [dead, alive, silent]) await start(trialId, begun);
  await heard(dead.trialId, begun);
  await heard(alive.trialId, beat);
  await heard(silent.trialId, ago(100));
  expect(await cautions(alive.experimentId)).toEqual([]);
  expect(await cautions(dead.experimentId)).toEqual([
    {
      kind: 'neverHeard',
      trialId: dead.trialId,
      text: expect.stringMatching(
        /^Registered, not running: the process of trial \d+ was not heard of again\. Outside of the cluster, core_v2\.init needs tensorboard_mode=core\.TensorboardMode\.MANUAL where neither torch nor TensorFlow is installed\. After a minute /,
      ),
    },
  ]);
  expect(await cautions(silent.experimentId)).toEqual([
    {
      kind: 'silent',
      trialId: silent.trialId,
      text: expect.stringMatching(/^The process of trial \d+ was last heard of 1\d\d s ago; .* every minute\./),
    },
  ]);
  // The client's own word for "no metric was named" is no mistake of the user.
  await admin.client.call(reportTrialMetricsRoute, {
    group: 'validation',
    metrics: { trialId: alive.trialId, trialRunId: 1, stepsCompleted: 1, metrics: { avgMetrics: { val_loss: 1 } } },
  });
  expect(await cautions(alive.experimentId)).toEqual([]);
});
