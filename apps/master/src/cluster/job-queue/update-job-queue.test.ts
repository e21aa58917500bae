import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJobsRoute, updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The machine has one slot, in the pool `default`; the pool `extra` has none.
let cluster: DevCluster;
let machines: ScriptedLauncher;
const folder = mkdtempSync(join(tmpdir(), 'determined-queue-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  writeFileSync(file, 'launch_error: false\nresource_pools: [{pool_name: default}, {pool_name: extra}]\n');
  machines = new ScriptedLauncher([1]);
  cluster = await startDevCluster({ launcher: machines, env: { DET_CONFIG_FILE: file } });
  await create('first');
  await eventually('the first runs', () => machines.running()[0]);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function create(name: string): Promise<string> {
  const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {}
`;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  return experiment?.jobId ?? '';
}

const update = (change: object, user: DevUser = cluster.admin) =>
  user.client.call(updateJobQueueRoute, { updates: [change as { jobId: string }] });
const order = async (resourcePool: string) =>
  (await cluster.admin.client.call(getJobsRoute, { resourcePool })).jobs.map(({ name }) => name);

test('[API-044] priority, weight and pool of a job are changed', async () => {
  const [second, third] = [await create('second'), await create('third')];
  expect(await order('default')).toEqual(['first', 'second', 'third']);
  await update({ jobId: third, priority: 1 }, await cluster.newUser());
  expect(await order('default')).toEqual(['third', 'first', 'second']);
  await update({ jobId: second, weight: 2.5 });
  await update({ jobId: second, resourcePool: 'extra' });
  expect(await order('default')).toEqual(['third', 'first']);
  expect(await order('extra')).toEqual(['second']);
  const { jobs } = await cluster.admin.client.call(getJobsRoute, { resourcePool: 'extra' });
  expect(jobs[0]).toMatchObject({ jobId: second, weight: 2.5, resourcePool: 'extra' });
  const experimentId = Number(jobs[0]?.entityId);
  const { experiment } = await cluster.admin.client.call(getExperimentRoute, { experimentId });
  expect(experiment).toMatchObject({ config: { resources: { resource_pool: 'extra', weight: 2.5 } } });
});

test('what runs moves to the other pool by a graceful stop', async () => {
  const [task] = machines.running();
  const jobs = (await cluster.admin.client.call(getJobsRoute, { resourcePool: 'default' })).jobs;
  const running = jobs.find(({ summary }) => summary?.state === 'STATE_SCHEDULED');
  await update({ jobId: running?.jobId, resourcePool: 'extra' });
  await eventually('it ends here', () => !machines.running().some((one) => one.allocationId === task?.allocationId));
  await expect.poll(() => order('extra')).toContain(running?.name);
});

test('what cannot be is refused, and what can is done all the same', async () => {
  const job = await create('last');
  for (const change of [{ priority: 0 }, { priority: 100 }, { weight: 0 }, { resourcePool: 'nope' }, {}]) {
    expect(await failureOf(update({ jobId: job, ...change }))).toMatch(/^InvalidArgument/);
  }
  expect(await failureOf(update({ jobId: job, resourcePool: 'default' }))).toMatch(/unchanged/);
  for (const place of ['aheadOf', 'behindOf']) {
    const asked = update({ jobId: job, [place]: job, priority: 5 });
    expect(await failureOf(asked)).toMatch(new RegExp(`^InvalidArgument.*unexpected action: ${place}`));
  }
  for (const weight of [-1, Number.NaN]) {
    expect(await failureOf(update({ jobId: job, weight }))).toMatch(/^InvalidArgument.*weight must be above 0/);
  }
  expect(await failureOf(update({ jobId: 'zz', priority: 5 }))).toMatch(/^NotFound/);
  const mixed = cluster.admin.client.call(updateJobQueueRoute, {
    updates: [
      { jobId: 'zz', priority: 5 },
      { jobId: job, priority: 7 },
      { jobId: job, priority: 0 },
    ],
  });
  expect(await failureOf(mixed)).toMatch(/encountered the following errors: .*zz.*, priority must be/);
  const { jobs } = await cluster.admin.client.call(getJobsRoute, { resourcePool: 'default' });
  expect(jobs.find(({ jobId }) => jobId === job)?.priority).toBe(7);
  await cluster.admin.client.call(updateJobQueueRoute, { updates: [] });
});
