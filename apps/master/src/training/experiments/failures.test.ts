import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const machines = new ScriptedLauncher([1]);
let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: machines });
});
afterAll(() => cluster.stop());

const client = () => cluster.admin.client;
const failuresOf = (experimentId: number, query: { trialId?: number; limit?: number } = {}) =>
  client().call(getFailuresRoute, { params: { experimentId }, query });

/** Runs the next part of an experiment: what it writes, and how it ends. */
async function plays(experimentId: number, exitCode: number, lines: string[]): Promise<void> {
  const task = await eventually('it runs', () =>
    machines.running().find((one) => one.environment.DET_EXPERIMENT_ID === String(experimentId)),
  );
  const { allocationId } = task;
  const taskId = task.environment.DET_TASK_ID ?? '';
  const logs = lines.map((log) => ({ taskId, allocationId, log: `${log}\n`, timestamp: new Date().toISOString() }));
  await client().call(postTaskLogsRoute, { logs });
  machines.end(allocationId, { exitCode });
  await eventually('it is over', () => !machines.running().includes(task));
}

test('failed trials tell the end of their log’s last traceback, where they ran and how often they were tried', async () => {
  const config = `
name: failing
entrypoint: python3 train.py
searcher: {name: random, metric: loss, max_trials: 3, max_concurrent_trials: 1}
hyperparameters: {}
max_restarts: 1
`;
  const { experiment } = await client().call(createExperimentRoute, { config, activate: true });
  const id = experiment?.id ?? 0;
  const traced = (rank: number) => [
    'begins',
    'Traceback (most recent call last):',
    '  File "train.py", line 9, in main',
    '    step()',
    `RuntimeError: rank ${rank} is gone`,
  ];
  expect(await failuresOf(id)).toEqual({ total: 0, failures: [] });
  await plays(id, 1, ['KeyError: of the first part']);
  await plays(id, 1, traced(1));
  await plays(id, 0, ['fine']);
  await plays(id, 1, traced(2));
  await plays(id, 1, traced(3));
  const { total, failures } = await eventually('both are told', async () => {
    const found = await failuresOf(id);
    return found.failures.length === 2 ? found : undefined;
  });
  expect(total).toBe(2);
  const [last, first] = failures;
  expect(first).toMatchObject({
    restarts: 1,
    nodes: [expect.any(String)],
    at: expect.any(String),
    log: {
      n: expect.any(Number),
      text: 'RuntimeError: rank 1 is gone',
      frames: ['  File "train.py", line 9, in main', '    step()'],
    },
    signature: 'RuntimeError: rank # is gone',
  });
  expect(last?.log?.text).toBe('RuntimeError: rank 3 is gone');
  expect(last?.signature).toBe(first?.signature);
  expect((await failuresOf(id, { trialId: first?.trialId })).failures).toEqual([first]);
  expect(await failuresOf(id, { limit: 1 })).toEqual({ total: 2, failures: [last] });
});
