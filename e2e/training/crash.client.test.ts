import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@determined/contract/client.ts';
import {
  createGenericTaskRoute,
  pauseGenericTaskRoute,
  unpauseGenericTaskRoute,
} from '@determined/contract/tasks/generic-tasks-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createdId, DetClient } from '../support/det-client.ts';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const steps = 60;
const script = `
import time
from determined import core

with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    for step in range(1, ${steps} + 1):
        time.sleep(0.15)
        print(f"line {step}", flush=True)
        context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0 / step})
        if step % 20 == 0:
            context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": 2.0 / step})
            with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
                (path / "state.txt").write_text(str(step))
`;

let master: MasterProcess;
beforeEach(async () => {
  master = await MasterProcess.start();
});
afterEach(() => master.stop());

async function startTraining(): Promise<number> {
  const folder = temporaryFolder('crash');
  writeFileSync(join(folder, 'train.py'), script);
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    'name: crash\nentrypoint: python3 train.py\nsearcher: {name: single, metric: validation_loss}\nmax_restarts: 0\n',
  );
  return Number(createdId(await new DetClient(master.address).det('e', 'create', config, folder)));
}

async function trainingSteps(client: Client, trialId: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { metrics } of client.stream(getMetricsRoute, { trialIds: [trialId], group: 'training' })) {
    for (const report of metrics) found.push(report.totalBatches);
  }
  return found;
}

async function theTrial(client: Client, experimentId: number) {
  const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
  return trials[0];
}

/** Everything the training told is there, and nothing twice. */
async function expectWhole(client: Client, experimentId: number): Promise<void> {
  const trial = await theTrial(client, experimentId);
  if (!trial) throw new Error('no trial');
  expect(trial).toMatchObject({ state: 'STATE_COMPLETED', restarts: 0, totalBatchesProcessed: steps });
  expect(await trainingSteps(client, trial.id)).toEqual(Array.from({ length: steps }, (_unused, i) => i + 1));
  const lines: string[] = [];
  for await (const line of client.stream(taskLogsRoute, { taskId: trial.taskId })) lines.push(line.log.trim());
  for (let step = 1; step <= steps; step++) expect(lines.filter((line) => line === `line ${step}`)).toHaveLength(1);
  const { checkpoints } = await client.call(getExperimentCheckpointsRoute, { id: experimentId });
  expect(checkpoints.map(({ metadata }) => metadata?.steps_completed).sort()).toEqual([20, 40, 60]);
}

/** Waits for the end; one that is not the good one shows what the training and the master said. */
async function completed(client: Client, id: number): Promise<void> {
  const stateOf = async () => (await client.call(getExperimentRoute, { experimentId: id })).experiment?.state ?? '';
  const over = ['STATE_COMPLETED', 'STATE_CANCELED', 'STATE_ERROR'];
  const ended = await eventually('the experiment ends', async () => over.includes(await stateOf()), 150_000)
    .then(stateOf)
    .catch((error) => error.message);
  if (ended === 'STATE_COMPLETED') return;
  const logs = await new DetClient(master.address).run('e', 'logs', '--tail', '40', String(id));
  throw new Error(`${ended}\n${logs.stdout}\n${master.output}`);
}

test('a master killed in the middle of training is started again: nothing lost, nothing twice', async () => {
  const id = await startTraining();
  let client = await master.client();
  await eventually('some steps', async () => ((await theTrial(client, id))?.totalBatchesProcessed ?? 0) >= 10, 120_000);
  await master.killHard();
  await master.start();
  client = await master.client();
  await completed(client, id);
  await expectWhole(client, id);
});

test('a killed database is brought back, and the training goes on', async () => {
  const id = await startTraining();
  const client = await master.client();
  await eventually('some steps', async () => ((await theTrial(client, id))?.totalBatchesProcessed ?? 0) >= 10, 120_000);
  const killed = master.databasePid();
  process.kill(killed, 'SIGKILL');
  await eventually('another database process', () => master.databasePid() !== killed, 60_000);
  await completed(client, id);
  await expectWhole(client, id);
  expect(master.output).toMatch(/PostgreSQL|database/i);
});

test('generic tasks outlive a killed master: what runs, what just stops and what waits, each once', async () => {
  let client = await master.client();
  const create = async (command: string, slots = 0) =>
    (
      await client.call(createGenericTaskRoute, {
        config: JSON.stringify({ entrypoint: [command], resources: { slots } }),
        contextDirectory: [],
      })
    ).taskId;
  const taskOf = async (taskId: string) => (await client.call(getTaskRoute, { taskId })).task;
  const stateOf = async (taskId: string) => (await taskOf(taskId))?.taskState;
  const linesOf = async (taskId: string) => {
    const lines: string[] = [];
    for await (const { log } of client.stream(taskLogsRoute, { taskId })) lines.push(log.trim());
    return lines;
  };
  const says = (taskId: string, line: string) =>
    eventually(`${taskId} says ${line}`, async () => (await linesOf(taskId)).includes(line), 60_000);
  const is = (taskId: string, state: string) =>
    eventually(`${taskId} is ${state}`, async () => (await stateOf(taskId)) === `GENERIC_TASK_STATE_${state}`, 120_000);

  const steadily = 'for i in $(seq 1 60); do echo line $i; sleep 0.25; done';
  const [running, stopping] = [await create(steadily), await create('echo begun; exec sleep 600')];
  const paused = await create('echo begun; [ $DET_ALLOCATION_ID = $DET_TASK_ID.2 ] || exec sleep 600');
  for (const taskId of [stopping, paused]) await says(taskId, 'begun');
  await client.call(pauseGenericTaskRoute, { taskId: paused });
  await is(paused, 'PAUSED');
  await says(running, 'line 5');
  await client.call(pauseGenericTaskRoute, { taskId: stopping });
  await master.killHard();
  await master.start();
  client = await master.client();
  await is(stopping, 'PAUSED');
  expect(await stateOf(paused)).toBe('GENERIC_TASK_STATE_PAUSED');
  await client.call(unpauseGenericTaskRoute, { taskId: paused });
  await is(paused, 'COMPLETED');
  await is(running, 'COMPLETED');
  const lines = await linesOf(running);
  for (let i = 1; i <= 60; i++) expect(lines.filter((line) => line === `line ${i}`)).toHaveLength(1);
  const allocations = async (taskId: string) => (await taskOf(taskId))?.allocations.length;
  expect([await allocations(running), await allocations(stopping), await allocations(paused)]).toEqual([1, 1, 2]);
});
