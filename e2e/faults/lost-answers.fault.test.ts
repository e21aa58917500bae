import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterEach, expect, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { Account } from './support/account.ts';
import { LossyProxy } from './support/lossy-proxy.ts';
import { RealTraining } from './support/real-training.ts';
import { explained } from './support/what-befell.ts';

/** What a training calls from its preparation to its end. */
const kinds = [
  'POST /api/v1/allocations/…/acceleratorData',
  'GET /api/v1/allocations/…/resources/…/rendezvous',
  'POST /api/v1/runs/start',
  'GET /api/v1/allocations/…/signals/preemption',
  'POST /api/v1/trials/…/metrics',
  'POST /api/v1/checkpoints',
  'POST /api/ext/v1/allocations/…/logs',
];

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('whatever call of a task loses its answer is made again: it costs no restart, and nothing comes twice', async () => {
  let address = '';
  const proxy = await LossyProxy.start(() => address);
  cleanUp.push(() => proxy.stop());
  const master = await MasterProcess.start({ env: { DET_ADVERTISED_URL: proxy.address } });
  cleanUp.push(() => master.stop());
  address = master.address;
  const client = await master.client();
  const training = new RealTraining();
  const experimentId = await training.start(client);
  await eventually(
    'the training ends',
    async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state === 'STATE_COMPLETED',
    240_000,
  );
  expect([...proxy.lost]).toEqual(expect.arrayContaining(kinds));
  const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
  const tasks = await Promise.all(trials.map(({ taskId }) => client.call(getTaskRoute, { taskId })));
  await explained(client, () => {
    expect(trials.map(({ restarts }) => restarts)).toEqual([0, 0]);
    expect(tasks.map(({ task }) => task?.allocations.length)).toEqual([1, 1]);
  });
  const account = new Account();
  await account.checkTraining(client, training, new Map());
  const { lost, doubled } = account;
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
});
