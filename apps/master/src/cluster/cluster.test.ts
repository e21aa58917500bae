import {
  disableAgentRoute,
  disableSlotRoute,
  enableAgentRoute,
  enableSlotRoute,
  getAgentRoute,
  getAgentsRoute,
  getSlotRoute,
  getSlotsRoute,
} from '@determined/contract/cluster/agents-routes.ts';
import { getJobQueueStatsRoute, getJobsRoute, getJobsV2Route } from '@determined/contract/cluster/job-queue-routes.ts';
import {
  getKubernetesResourceManagersRoute,
  getResourcePoolsRoute,
  listRPsBoundToWorkspaceRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { postAllocationAcceleratorDataRoute } from '@determined/contract/tasks/allocations-routes.ts';
import {
  getActiveTasksCountRoute,
  getTaskAcceleratorDataRoute,
  getTaskRoute,
  getTasksRoute,
} from '@determined/contract/tasks/tasks-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// One machine of four slots; one experiment holds three of them, another one wants two and waits.
let cluster: DevCluster;
let machines: ScriptedLauncher;
let running: { id: number; task: TaskSpec };
let waiting: number;
beforeAll(async () => {
  machines = new ScriptedLauncher([4]);
  cluster = await startDevCluster({ launcher: machines });
  running = { id: await create('holds', 3), task: await eventually('a task', () => machines.running()[0]) };
  waiting = await create('waits', 2);
  await eventually('the scheduler says why', async () => (await reasons(waiting))[0]?.reason.includes('2 slots'));
  await eventually('the row says running', async () => (await slot('0'))?.container?.state === 'STATE_RUNNING');
});
afterAll(() => cluster.stop());

async function create(name: string, slots: number): Promise<number> {
  const config = `
name: ${name}
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
hyperparameters: {}
resources: {slots_per_trial: ${slots}}
`;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  return experiment?.id ?? 0;
}

const reasons = async (experimentId: number) =>
  (await cluster.admin.client.call(getWaitingReasonsRoute, { params: { experimentId } })).reasons;
const slot = async (slotId: string) =>
  (await cluster.admin.client.call(getSlotRoute, { agentId: 'node-1', slotId })).slot;

test('[API-026] [API-027] [CLUSTER-024] an agent is told with its slots and what runs on them', async () => {
  const { agents, pagination } = await cluster.admin.client.call(getAgentsRoute, {});
  expect(pagination?.total).toBe(1);
  expect(agents[0]).toMatchObject({
    id: 'node-1',
    enabled: true,
    draining: false,
    resourcePools: ['default'],
    addresses: ['127.0.0.1'],
    version: '0.38.1',
    registeredTime: expect.stringMatching(/Z$/),
    slotStats: {
      typeStats: { TYPE_CPU: { states: { STATE_RUNNING: 3 }, total: 4, disabled: 0, draining: 0 } },
      brandStats: { paper: { total: 4 } },
    },
  });
  expect(Object.keys(agents[0]?.slots ?? {})).toEqual([0, 1, 2, 3].map((n) => `/agents/node-1/slots/${n}`));
  const [container, more] = Object.values(agents[0]?.containers ?? {});
  expect(container?.devices).toHaveLength(3);
  expect(more).toBeUndefined();
  const { agent } = await cluster.admin.client.call(getAgentRoute, { agentId: 'node-1' });
  expect(agent).toEqual(agents[0]);
  const bare = await cluster.admin.client.call(getAgentsRoute, { excludeSlots: true, excludeContainers: true });
  expect(bare.agents[0]).toMatchObject({ slots: {}, containers: {} });
  expect(await codeOf(cluster.admin.client.call(getAgentRoute, { agentId: 'nope' }))).toBe('NotFound');
});

test('[API-030] [CLUSTER-025] slots are told one by one', async () => {
  const { slots } = await cluster.admin.client.call(getSlotsRoute, { agentId: 'node-1' });
  expect(slots.map(({ id, container }) => [id, container?.state])).toEqual([
    ['0', 'STATE_RUNNING'],
    ['1', 'STATE_RUNNING'],
    ['2', 'STATE_RUNNING'],
    ['3', undefined],
  ]);
  expect(slots[3]).toMatchObject({ enabled: true, device: { id: 3, brand: 'paper', type: 'TYPE_CPU' } });
  expect(await slot('3')).toEqual(slots[3]);
  expect(await slot('003')).toEqual(slots[3]);
  expect(await codeOf(slot('x'))).toBe('InvalidArgument');
  expect(await codeOf(slot('4'))).toBe('NotFound');
});

test('[API-036] [POOL-040] [POOL-041] a pool is told with its machines, slots and queue', async () => {
  const { resourcePools } = await cluster.admin.client.call(getResourcePoolsRoute, {});
  expect(resourcePools).toHaveLength(1);
  expect(resourcePools[0]).toMatchObject({
    name: 'default',
    type: 'RESOURCE_POOL_TYPE_STATIC',
    numAgents: 1,
    slotsAvailable: 4,
    slotsUsed: 3,
    slotType: 'TYPE_CPU',
    slotsPerAgent: -1,
    auxContainerCapacity: 100,
    auxContainerCapacityPerAgent: 100,
    auxContainersRunning: 0,
    defaultComputePool: true,
    defaultAuxPool: true,
    schedulerType: 'SCHEDULER_TYPE_PRIORITY',
    schedulerFittingPolicy: 'FITTING_POLICY_BEST',
    stats: { queuedCount: 1, scheduledCount: 1 },
    clusterName: 'default',
  });
  expect(await codeOf(cluster.admin.client.call(getResourcePoolsRoute, { offset: 2 }))).toBe('InvalidArgument');
});

test('[API-035] [API-041] pools are there for every workspace; there is no Kubernetes', async () => {
  const pools = (workspaceId: number) => cluster.admin.client.call(listRPsBoundToWorkspaceRoute, { workspaceId });
  expect((await pools(1)).resourcePools).toEqual(['default']);
  expect(await codeOf(pools(9999))).toBe('NotFound');
  expect((await cluster.admin.client.call(getKubernetesResourceManagersRoute, {})).resourceManagers).toEqual([]);
});

test('[API-042] [API-043] [POOL-047] [POOL-048] [POOL-050] jobs stand in queue order with their slots', async () => {
  const { jobs, pagination } = await cluster.admin.client.call(getJobsRoute, { resourcePool: 'default' });
  expect(pagination).toMatchObject({ limit: 100, total: 2 });
  expect(jobs).toMatchObject([
    {
      type: 'TYPE_EXPERIMENT',
      entityId: String(running.id),
      name: 'holds',
      summary: { state: 'STATE_SCHEDULED', jobsAhead: 0 },
      requestedSlots: 3,
      allocatedSlots: 3,
      priority: 42,
      weight: 1,
      isPreemptible: false,
      progress: 0,
      userId: 1,
      username: 'admin',
      workspaceId: 1,
      resourcePool: 'default',
      submissionTime: expect.stringMatching(/Z$/),
    },
    {
      entityId: String(waiting),
      summary: { state: 'STATE_QUEUED', jobsAhead: 1 },
      requestedSlots: 2,
      allocatedSlots: 0,
    },
  ]);
  const v2 = await cluster.admin.client.call(getJobsV2Route, { orderBy: 'ORDER_BY_DESC' });
  expect(v2.jobs).toEqual(jobs.toReversed().map((full) => ({ full })));
  const queued = await cluster.admin.client.call(getJobsRoute, { states: ['STATE_QUEUED'] });
  expect(queued.jobs.map(({ entityId }) => entityId)).toEqual([String(waiting)]);
  const page = await cluster.admin.client.call(getJobsRoute, { offset: 1, limit: 1 });
  expect(page.jobs.map(({ entityId }) => entityId)).toEqual([String(waiting)]);
  const nowhere = cluster.admin.client.call(getJobsRoute, { resourcePool: 'nope' });
  expect(await codeOf(nowhere)).toBe('InvalidArgument');
});

test('[POOL-046] queue statistics count jobs and tell how long work waited today', async () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const days = [today()];
  const { results } = await cluster.admin.client.call(getJobQueueStatsRoute, {});
  days.push(today());
  expect(results).toMatchObject([
    { resourcePool: 'default', stats: { queuedCount: 1, scheduledCount: 1 }, aggregates: [{}] },
  ]);
  expect(days).toContain(results[0]?.aggregates[0]?.periodStart);
  expect(results[0]?.aggregates[0]?.seconds).toBeGreaterThan(0);
  const nowhere = cluster.admin.client.call(getJobQueueStatsRoute, { resourcePools: ['nope'] });
  expect(await codeOf(nowhere)).toBe('InvalidArgument');
});

test('what waits says why, in words', async () => {
  const [reason, more] = await reasons(waiting);
  expect(reason).toEqual({ trialId: expect.any(Number), reason: expect.stringMatching(/needs 2 slots.*1 is free/) });
  expect(more).toBeUndefined();
  expect(await reasons(running.id)).toEqual([]);
  expect(await codeOf(reasons(9999))).toBe('NotFound');
});

test('[API-138] [API-139] tasks are told with their allocations and devices', async () => {
  const { allocationIdToSummary: all } = await cluster.admin.client.call(getTasksRoute, {});
  const summary = all[running.task.allocationId];
  expect(Object.keys(all)).toHaveLength(2);
  expect(summary).toMatchObject({
    name: expect.stringMatching(new RegExp(`^Trial \\d+ \\(Experiment ${running.id}\\)$`)),
    resourcePool: 'default',
    slotsNeeded: 3,
    schedulerType: 'priority',
    priority: 42,
  });
  expect(summary?.resources[0]?.agentDevices['node-1']?.devices).toHaveLength(3);
  expect(summary?.resources[0]?.containerId).not.toBe('');
  const old = await cluster.fetch('/tasks', { token: cluster.admin.token });
  expect(old.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  const oldTasks = (await old.json()) as Record<string, unknown>;
  expect(Object.keys(oldTasks)).toEqual(Object.keys(all));
  const [places] = summary?.resources ?? [];
  // The very keys that were recorded.
  expect(oldTasks[running.task.allocationId]).toEqual({
    task_id: summary?.taskId,
    allocation_id: running.task.allocationId,
    name: summary?.name,
    registered_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    resource_pool: 'default',
    slots_needed: 3,
    resources: [
      {
        resources_id: places?.resourcesId,
        resources_type: 'docker-container',
        allocation_id: running.task.allocationId,
        agent_devices: {
          'node-1': places?.agentDevices['node-1']?.devices.map((device) => ({ ...device, type: 'cpu' })),
        },
        container_id: places?.containerId,
        Started: null,
        Exited: null,
      },
    ],
    scheduler_type: 'priority',
    priority: 42,
  });
  const { task } = await cluster.admin.client.call(getTaskRoute, { taskId: summary?.taskId ?? '' });
  expect(task).toMatchObject({
    taskType: 'TASK_TYPE_TRIAL',
    allocations: [{ allocationId: running.task.allocationId, state: 'STATE_RUNNING' }],
  });
  expect(await codeOf(cluster.admin.client.call(getTaskRoute, { taskId: 'zz' }))).toBe('NotFound');
  expect(await cluster.admin.client.call(getActiveTasksCountRoute, {})).toEqual({
    commands: 0,
    notebooks: 0,
    shells: 0,
    tensorboards: 0,
  });
});

test('every accelerator that an allocation reports is told of its task once', async () => {
  const { allocationId } = running.task;
  const report = (nodeName: string, acceleratorUuids: string[]) =>
    cluster.admin.client.call(postAllocationAcceleratorDataRoute, {
      allocationId,
      acceleratorData: { allocationId, containerId: 'c', nodeName, acceleratorType: 'T', acceleratorUuids },
    });
  await report('node-1', ['u1']);
  await report('node-1', ['u1']);
  await report('node-1', ['u1', 'u2']);
  const taskId = allocationId.replace(/\.\d+$/, '');
  const { acceleratorData } = await cluster.admin.client.call(getTaskAcceleratorDataRoute, { taskId });
  const shown = {
    allocationId,
    taskId,
    containerId: 'c',
    nodeName: 'node-1',
    acceleratorType: 'T',
    resourcePool: 'default',
  };
  expect(acceleratorData).toMatchObject([
    { ...shown, acceleratorUuids: ['u1'] },
    { ...shown, acceleratorUuids: ['u1', 'u2'] },
  ]);
});

test('[API-031] [CLUSTER-055] a slot that is switched off takes no work; what runs there is ended', async () => {
  const { client } = cluster.admin;
  const change = (route: typeof disableSlotRoute | typeof enableSlotRoute, slotId: string) =>
    client.call(route, { agentId: 'node-1', slotId });
  const drained = await client.call(disableSlotRoute, { agentId: 'node-1', slotId: '3', drain: true });
  expect(drained.slot).toMatchObject({ id: '3', enabled: false, draining: true });
  const { agents } = await client.call(getAgentsRoute, {});
  expect(agents[0]?.slotStats?.typeStats.TYPE_CPU).toMatchObject({ total: 4, disabled: 1, draining: 1 });
  const { resourcePools } = await client.call(getResourcePoolsRoute, {});
  expect(resourcePools[0]?.slotsAvailable).toBe(3);
  expect((await change(enableSlotRoute, '3')).slot).toMatchObject({ enabled: true, draining: false });
  expect(await codeOf(change(disableSlotRoute, '9'))).toBe('NotFound');
  expect(await codeOf(change(disableSlotRoute, 'x'))).toBe('InvalidArgument');
  expect(machines.running()).toHaveLength(1);
  await change(disableSlotRoute, '0');
  // It was not the trial's fault: it is first in the queue again, and there are three other slots.
  const next = await eventually('it runs elsewhere', () =>
    machines.running().find(({ allocationId }) => allocationId !== running.task.allocationId),
  );
  expect(next.environment.DET_EXPERIMENT_ID).toBe(String(running.id));
  expect(next.place?.slotIds.toSorted()).toEqual([1, 2, 3]);
  await change(enableSlotRoute, '0');
});

test('[API-028] [API-029] an agent drains or is emptied, and comes back', async () => {
  const { client } = cluster.admin;
  const agentId = 'node-1';
  const before = machines.running().map(({ allocationId }) => allocationId);
  expect(before).not.toEqual([]);
  const { agent } = await client.call(disableAgentRoute, { agentId, drain: true });
  expect(agent).toMatchObject({ enabled: false, draining: true });
  expect(Object.values(agent?.slots ?? {}).every((one) => !one.enabled && one.draining)).toBe(true);
  const late = await create('late', 1);
  await eventually('the scheduler says why', async () => (await reasons(late))[0]?.reason.includes('enabled'));
  expect(machines.running().map(({ allocationId }) => allocationId)).toEqual(before);
  await client.call(disableAgentRoute, { agentId });
  await eventually('nothing runs', () => machines.running().length === 0);
  expect((await client.call(enableAgentRoute, { agentId })).agent).toMatchObject({ enabled: true, draining: false });
  await eventually('work goes on', () => machines.running().length > 0);
  expect(await codeOf(client.call(enableAgentRoute, { agentId: 'nope' }))).toBe('NotFound');
});
