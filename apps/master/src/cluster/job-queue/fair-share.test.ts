import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJobsRoute, updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { getTasksRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// One machine with four slots, which its pool shares fairly.
let cluster: DevCluster;
let machines: ScriptedLauncher;
const folder = mkdtempSync(join(tmpdir(), 'determined-shares-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  writeFileSync(file, 'resource_pools: [{pool_name: default, scheduler: {type: fair_share}}]\n');
  machines = new ScriptedLauncher([4]);
  cluster = await startDevCluster({ launcher: machines, env: { DET_CONFIG_FILE: file } });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function create(name: string, trials: number, resources = '{}') {
  const config = `
name: ${name}
entrypoint: x
resources: ${resources}
searcher: {name: random, metric: loss, max_trials: ${trials}, max_concurrent_trials: ${trials}}
hyperparameters: {}
`;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  return { id: experiment?.id ?? 0, jobId: experiment?.jobId ?? '' };
}

const jobs = async () => (await cluster.admin.client.call(getJobsRoute, { resourcePool: 'default' })).jobs;
const slotsOf = async (jobId: string) => (await jobs()).find((job) => job.jobId === jobId)?.allocatedSlots;
/** Who was asked to stop for others, by what the logs of the tasks say. */
const cutJobs = async () => {
  const lines = await cluster.master.db
    .selectFrom('task_log_lines as l')
    .innerJoin('tasks as t', 't.id', 'l.task_id')
    .select('t.job_id')
    .where('l.text', 'like', "%(reason: over its job's fair share of the pool)%")
    .execute();
  return lines.map(({ job_id }) => job_id);
};

test('a job above its share makes room for another, whatever their priorities', async () => {
  const first = await create('first', 3, '{priority: 1}');
  await eventually('all of the first runs', async () => (await slotsOf(first.jobId)) === 3);
  const second = await create('second', 2, '{priority: 99}');
  await eventually('each has its share', async () => {
    return (await slotsOf(first.jobId)) === 2 && (await slotsOf(second.jobId)) === 2;
  });
  expect(await cutJobs()).toEqual([first.jobId]);

  const shown = await jobs();
  expect(shown.map(({ summary }) => summary?.jobsAhead)).toEqual([-1, -1]);
  expect(shown.map(({ jobId }) => jobId)).toEqual([first.jobId, second.jobId].toSorted());
  expect(shown.every(({ isPreemptible }) => isPreemptible)).toBe(true);
  const { jobSummary } = await cluster.admin.client.call(getExperimentRoute, { experimentId: first.id });
  expect(jobSummary).toEqual({ state: 'STATE_SCHEDULED', jobsAhead: -1 });
  const { allocationIdToSummary } = await cluster.admin.client.call(getTasksRoute, {});
  expect(new Set(Object.values(allocationIdToSummary).map(({ schedulerType }) => schedulerType))).toEqual(
    new Set(['fair_share']),
  );
});

test('the pool says how it is shared', async () => {
  const { resourcePools } = await cluster.admin.client.call(getResourcePoolsRoute, {});
  expect(resourcePools[0]).toMatchObject({ schedulerType: 'SCHEDULER_TYPE_FAIR_SHARE' });
  expect(resourcePools[0]?.details?.priorityScheduler ?? null).toBeNull();
});

test('what waits for its share says so, and a larger weight gives a larger share', async () => {
  await eventually('the queue is empty', async () => {
    for (const { allocationId } of machines.running()) machines.end(allocationId, { exitCode: 0 });
    return (await jobs()).length === 0;
  });
  const heavy = await create('heavy', 4, '{weight: 3}');
  await eventually('it has all', async () => (await slotsOf(heavy.jobId)) === 4);
  const light = await create('light', 4);
  const reasons = async () => {
    const reply = await cluster.admin.client.call(getWaitingReasonsRoute, { params: { experimentId: light.id } });
    return reply.reasons.map(({ reason }) => reason);
  };
  // A full pool is not shared anew.
  const held = 'It needs 1 slot, 0 are free and 4 are held by 1 job.';
  await expect.poll(reasons).toEqual([held, held, held, held]);
  machines.end(machines.running()[0]?.allocationId ?? '', { exitCode: 0 });
  await expect.poll(() => slotsOf(light.jobId)).toBe(1);
  await cluster.admin.client.call(updateJobQueueRoute, { updates: [{ jobId: light.jobId, weight: 3 }] });
  machines.end(machines.running()[0]?.allocationId ?? '', { exitCode: 0 });
  await expect.poll(() => slotsOf(light.jobId)).toBe(2);
});
