import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, Visitor } from '../support/console-browser.ts';
import { classicWords } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

let cluster: DevCluster;
let browser: Browser;
beforeAll(async () => {
  [cluster, browser] = await Promise.all([
    startDevCluster({ launcher: new ScriptedLauncher([2]), env: classicWords }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await cluster.stop();
});

async function create(name: string, files: string[] = []): Promise<number> {
  const config = `
name: ${name}
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
hyperparameters: {}
resources: {slots_per_trial: 2}
`;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, {
    config,
    modelDefinition: files.map((path) => ({ path, type: 48 })),
    activate: true,
  });
  return experiment?.id ?? 0;
}

test('an experiment in the queue says what it waits for; one that has its slots says nothing', async () => {
  const runs = await create('has the slots');
  const waits = await create('wants the same slots');
  const visitor = await Visitor.arrive(browser, cluster);
  await visitor.signIn(`/experiments/${waits}`);
  await seen(visitor.page.getByRole('status').filter({ hasText: /^Waiting\. .*2 slots/ }));
  await visitor.open(`/experiments/${runs}`);
  await visitor.pageNamed('has the slots');
  expect(await visitor.page.getByText('Waiting.').count()).toBe(0);
  await visitor.leave();
});

test('an experiment whose script did not come along says so on its page', async () => {
  const id = await create('without its script', ['trian.py']);
  const visitor = await Visitor.arrive(browser, cluster);
  await visitor.signIn(`/experiments/${id}`);
  await seen(
    visitor.page.getByRole('status').filter({
      hasText: /^Caution\. The entrypoint names train\.py, which is not among the experiment's files: trian\.py\./,
    }),
  );
  await visitor.leave();
});
