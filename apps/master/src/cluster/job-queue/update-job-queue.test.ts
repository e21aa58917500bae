import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAgentsRoute } from '@determined/contract/cluster/agents-routes.ts';
import { getJobsRoute, updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The machine has two slots: 1 is the pool `extra`'s, 0 that of `default`.
let cluster: DevCluster;
let machines: ScriptedLauncher;
const folder = mkdtempSync(join(tmpdir(), 'determined-queue-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  writeFileSync(file, 'resource_pools: [{pool_name: default}, {pool_name: extra, slots: [1]}]\n');
  machines = new ScriptedLauncher([2]);
  cluster = await startDevCluster({ launcher: machines, env: { DET_CONFIG_FILE: file } });
  await create('first');
  await eventually('the first runs', () => machines.running()[0]);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** By number. */
const slotsInUse = () =>
  machines
    .running()
    .flatMap(({ place }) => place?.slotIds ?? [])
    .toSorted((a, b) => a - b);

async function create(name: string, slots = 1): Promise<string> {
  const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {}
resources: {slots_per_trial: ${slots}}
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

test('a pool has its own slots of a machine alone, the default one what is left', async () => {
  await eventually('who waited has the place', () => String(slotsInUse()) === '0,1');
  const { resourcePools } = await cluster.admin.client.call(getResourcePoolsRoute, {});
  expect(resourcePools.map((pool) => [pool.name, pool.numAgents, pool.slotsAvailable, pool.slotsUsed])).toEqual([
    ['default', 1, 1, 1],
    ['extra', 1, 1, 1],
  ]);
  const { agents } = await cluster.admin.client.call(getAgentsRoute, {});
  expect(agents[0]?.resourcePools).toEqual(['default', 'extra']);
  expect(await failureOf(create('too large', 2))).toMatch(/2 a trial, 1 in resource pool default/);
});

test("what runs on a slot that has become another pool's goes on, and nobody else has it until it ends", async () => {
  const [, extra] = cluster.master.config.resource_pools;
  if (extra) extra.slots = [0];
  await cluster.restart();
  await create('next');
  const stateOf = async (name: string) =>
    (await cluster.admin.client.call(getJobsRoute, {})).jobs.find((job) => job.name === name)?.summary?.state;
  const reasons = () =>
    cluster.master.db.selectFrom('allocations').select('waiting_reason').where('state', '=', 'PENDING').execute();
  await eventually('all that waits is told why', async () =>
    (await reasons()).every(({ waiting_reason }) => waiting_reason !== ''),
  );
  expect([await stateOf('first'), await stateOf('next')]).toEqual(['STATE_QUEUED', 'STATE_QUEUED']);
  expect(slotsInUse()).toEqual([0, 1]);
  const second = machines.running().find(({ place }) => place?.slotIds[0] === 1);
  machines.end(second?.id ?? '', { exitCode: 0 });
  await eventually('the default pool has it', async () => (await stateOf('next')) === 'STATE_SCHEDULED');
  await eventually('it runs there', () => String(slotsInUse()) === '0,1');
  expect(await stateOf('first')).toBe('STATE_QUEUED');
});

test('pools that ask for more than there is, or for one slot twice, end the start', async () => {
  const started = (pools: object[]) =>
    cluster.join({
      launcher: new ScriptedLauncher([2]),
      env: { DET_RESOURCE_POOLS: JSON.stringify([{ pool_name: 'default' }, ...pools]) },
    });
  await expect(started([{ pool_name: 'a', slots: [2] }])).rejects.toThrow(
    'The setting resource_pools gives the slot 2 to a; this machine has 0, 1.',
  );
  await expect(
    started([
      { pool_name: 'a', slots: [1] },
      { pool_name: 'b', slots: [0, 1] },
    ]),
  ).rejects.toThrow('The setting resource_pools gives the slot 1 to a and to b.');
  await expect(
    started([
      { pool_name: 'a', slots: 2 },
      { pool_name: 'b', slots: [1] },
    ]),
  ).rejects.toThrow("The setting resource_pools gives 2 slots to a; of this machine's 2 it finds 1.");
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
