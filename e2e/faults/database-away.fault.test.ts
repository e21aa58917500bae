import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@determined/contract/client.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterEach, expect, test } from 'vitest';
import { Account } from './support/account.ts';
import { RealTraining } from './support/real-training.ts';
import { Reporter } from './support/reporter.ts';
import { startTwoMasters } from './support/two-masters.ts';
import { explained } from './support/what-befell.ts';

/** Longer than a call waits for the database by itself. */
const awayMs = 30_000;

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('a database that is away for half a minute loses nothing and restarts no training', async () => {
  const { masters, databaseAway, stop } = await startTwoMasters();
  cleanUp.push(stop);
  const clients = await Promise.all(masters.map((master) => master.client()));
  const [client] = clients as [Client];
  let turn = 0;
  const reporter = await Reporter.start(() => clients[turn++ % clients.length] as Client);
  const training = new RealTraining();
  const experimentId = await training.start(client);
  await eventually(
    'both trials report',
    () => training.read().filter(({ metrics }) => metrics.length > 2).length === 2,
  );

  const away = await databaseAway(async () => {
    const waited = delay(awayMs);
    const answer = await fetch(`${masters[0]?.address}/api/v1/workspaces`, { headers: { Authorization: 'Bearer x' } });
    await waited;
    return answer;
  });
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10']);
  const before = reporter.acknowledged;
  await eventually('reports go on', () => reporter.acknowledged > before + 10, 120_000);
  await eventually(
    'the training ends',
    async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state === 'STATE_COMPLETED',
    240_000,
  );
  await reporter.end();
  const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
  const tasks = await Promise.all(trials.map(({ taskId }) => client.call(getTaskRoute, { taskId })));
  await explained(client, () => {
    expect(trials.map(({ restarts }) => restarts)).toEqual([0, 0]);
    expect(tasks.map(({ task }) => task?.allocations.length)).toEqual([1, 1]);
  });
  const account = new Account();
  await account.checkReporter(client, reporter);
  await account.checkTraining(client, training, new Map());
  const summary = `a database away for ${awayMs / 1000} s: ${account.counts} of ${account.looked.reports} reports`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  const { lost, doubled } = account;
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
});
