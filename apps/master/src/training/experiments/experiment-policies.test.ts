import { updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import {
  deleteGlobalConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '#platform/config/format/json.ts';
import recorded from './vectors/config-policies.json' with { type: 'json' };

// What policies of the cluster and of a workspace do to experiments.

let cluster: DevCluster;
/** A project in a workspace of its own, made anew for each test: it begins without policies, as the cluster does. */
let workspaceId: number;
let projectId: number;
let made = 0;
beforeAll(async () => {
  cluster = await startDevCluster({
    env: {
      DET_CHECKPOINT_STORAGE: '{type: shared_fs, host_path: /mnt/checkpoints}',
      DET_LAUNCH_ERROR: 'false',
      DET_RESOURCE_POOLS:
        '[{pool_name: default}, {pool_name: other, task_container_defaults: {preemption_timeout: 20}}]',
    },
  });
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  const { client } = cluster.admin;
  await client.call(deleteGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT' });
  workspaceId = (await client.call(postWorkspaceRoute, { name: `Space ${++made}` })).workspace?.id ?? 0;
  projectId = (await client.call(postProjectRoute, { workspaceId, name: 'Project' })).project?.id ?? 0;
});

const global = (configPolicies: string) =>
  cluster.admin.client.call(putGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT', configPolicies });
const local = (configPolicies: string) =>
  cluster.admin.client.call(putWorkspaceConfigPoliciesRoute, {
    workloadType: 'EXPERIMENT',
    workspaceId,
    configPolicies,
  });
const base = 'entrypoint: x\nsearcher: {name: single, metric: loss}\n';
const create = (more = '', options: object = {}) =>
  cluster.admin.client.call(createExperimentRoute, { config: base + more, projectId, ...options });
const idOf = async (created: ReturnType<typeof create>) => (await created).experiment?.id ?? 0;
const read = async (experimentId: number) =>
  (await cluster.admin.client.call(getExperimentRoute, { experimentId })).experiment;
const stored = async () => Number((await cluster.master.db.selectFrom('experiments').select('id').execute()).length);

// Each recorded case has a shape of its own for the compiler.
const cases = recorded.cases as unknown as {
  id: string;
  config: string;
  workspace: string;
  merged?: JsonObject;
  error?: { error: string };
}[];

describe('recorded', () => {
  test('there are as many as were recorded', () => {
    expect(cases).toHaveLength(7);
    console.log('configurations under policies: 6 equal + 1 excepted');
  });

  test.each(cases.map((one) => [one.id, one] as const))('%s', async (id, one) => {
    await global(recorded.global);
    if (one.workspace === 'with workspace policy') await local(recorded.workspace);
    const created = cluster.admin.client.call(createExperimentRoute, {
      config: one.config,
      projectId,
      unmanaged: true,
    });
    // The number was the address of one.
    const text = id === 'policy-slots-bad' ? one.error?.error.replace(/\[\d{5,}\]/, '[4]') : one.error?.error;
    if (text !== undefined) expect(await failureOf(created)).toBe(`InvalidArgument: ${text}`);
    else expect((await created).config).toEqual(one.merged);
  });
});

describe('invariants', () => {
  test('win over user and template, the cluster’s over the workspace’s; what they leave out is the user’s', async () => {
    const { client } = cluster.admin;
    const template = { name: `template ${made}`, config: { max_restarts: 7, debug: true }, workspaceId };
    await client.call(postTemplateRoute, { template });
    await global('invariant_config: {max_restarts: 1}');
    await local('invariant_config: {max_restarts: 2, description: enforced, resources: {weight: 3}}');
    const { config } = await create('description: mine\nscheduling_unit: 5\n', { template: template.name });
    expect(config).toMatchObject({
      max_restarts: 1,
      description: 'enforced',
      resources: { weight: 3 },
      scheduling_unit: 5,
      debug: true,
    });
  });

  test('hold for experiments of their workspace alone, made from now on', async () => {
    const earlier = await idOf(create('max_restarts: 9\n'));
    await local('invariant_config: {max_restarts: 2}');
    expect((await create('max_restarts: 9\n')).config).toMatchObject({ max_restarts: 2 });
    expect((await create('max_restarts: 9\n', { projectId: 1 })).config).toMatchObject({ max_restarts: 9 });
    expect((await read(earlier))?.config).toMatchObject({ max_restarts: 9 });
  });

  test('choose the pool, whose defaults then hold', async () => {
    await local('invariant_config: {resources: {resource_pool: other}}');
    const id = await idOf(create('resources: {resource_pool: default}\n'));
    expect(await read(id)).toMatchObject({
      resourcePool: 'other',
      config: { resources: { resource_pool: 'other' }, preemption_timeout: 20 },
    });
    await local('invariant_config: {resources: {resource_pool: nope}}');
    expect(await failureOf(create())).toContain('resource pool nope does not exist');
  });

  test('are completed with, and what they make impossible is said', async () => {
    await local('invariant_config: {searcher: {name: grid}, entrypoint: run}');
    const { client } = cluster.admin;
    const config = 'searcher: {metric: loss, name: single}\nhyperparameters: {a: {type: int, minval: 0, maxval: 3}}\n';
    const before = await stored();
    expect(await failureOf(client.call(createExperimentRoute, { config, projectId }))).toContain(
      '<config>.hyperparameters.a: grid search is in use but count was not provided',
    );
    expect(await stored()).toBe(before);
    const good = config.replace('maxval: 3', 'maxval: 3, count: 2');
    const reply = await client.call(createExperimentRoute, { config: good, projectId });
    expect(reply.config).toMatchObject({ entrypoint: 'run', searcher: { name: 'grid', metric: 'loss' } });
  });
});

describe('constraints', () => {
  test('refuse, when something is created, only looked at, or forked, and nothing is stored', async () => {
    const parentId = await idOf(create());
    await local('constraints: {priority_limit: 20, resources: {max_slots: 3}}');
    const before = await stored();
    for (const options of [{}, { validateOnly: true }, { parentId }, { activate: true }]) {
      expect(await failureOf(create('resources: {priority: 19}\n', options))).toBe(
        'InvalidArgument: requested priority [19] exceeds limit set by admin [20]: submitted workload failed priority constraint',
      );
      expect(await failureOf(create('resources: {slots_per_trial: 4}\n', options))).toContain('resources.slots [4]');
      expect(await failureOf(create('resources: {max_slots: 4}\n', options))).toContain('resources.max_slots [4]');
    }
    expect(await stored()).toBe(before);
    for (const options of [{}, { validateOnly: true }, { parentId }]) {
      await create('resources: {priority: 20, slots_per_trial: 3, max_slots: 3}\n', options);
    }
  });

  test('of both scopes hold, key by key, the cluster’s over the workspace’s', async () => {
    await global('constraints: {priority_limit: 50}');
    await local('constraints: {priority_limit: 10, resources: {max_slots: 2}}');
    expect(await failureOf(create('resources: {priority: 49}\n'))).toContain('[49] exceeds limit set by admin [50]');
    expect(await failureOf(create('resources: {priority: 50, slots_per_trial: 3}\n'))).toContain('set by admin [2]');
    await create('resources: {priority: 50, slots_per_trial: 2}\n');
    expect(await failureOf(create('', { projectId: 1 }))).toContain('requested priority [42]');
  });

  test('change nothing: what is allowed stays as it was asked for', async () => {
    await local('constraints: {priority_limit: 20, resources: {max_slots: 3}}');
    expect((await create()).config).toMatchObject({ resources: { priority: 42, max_slots: null } });
  });
});

describe('later changes', () => {
  const patch = (id: number, change: object) =>
    cluster.admin.client.call(patchExperimentRoute, { experiment: { id, ...change } });
  const jobOf = async (id: number) => (await read(id))?.jobId ?? '';
  const queue = async (id: number, change: object) =>
    cluster.admin.client.call(updateJobQueueRoute, { updates: [{ jobId: await jobOf(id), ...change }] });
  const retention = { saveExperimentBest: 1, saveTrialBest: 1, saveTrialLatest: 1 };

  test('keep to the limits', async () => {
    const id = await idOf(create());
    await local('constraints: {priority_limit: 20, resources: {max_slots: 3}}');
    const priority = "priority exceeds task config policy's priority_limit";
    expect(await failureOf(patch(id, { resources: { priority: 19 } }))).toBe(
      `InvalidArgument: cannot change experiment priority to 19: ${priority}`,
    );
    expect(await failureOf(queue(id, { priority: 19 }))).toBe(`InvalidArgument: ${priority}`);
    expect(await failureOf(patch(id, { resources: { maxSlots: 4 } }))).toBe(
      'InvalidArgument: requested slots is violates max slots constraint: 4 > 3',
    );
    await patch(id, { resources: { priority: 20, maxSlots: 3 } });
    await queue(id, { priority: 21 });
    expect((await read(id))?.config).toMatchObject({ resources: { priority: 21, max_slots: 3 } });
  });

  test('leave what is enforced, and may say it again', async () => {
    const id = await idOf(create());
    await global('invariant_config: {resources: {priority: 30}, checkpoint_storage: {save_trial_best: 9}}');
    await local('invariant_config: {resources: {max_slots: 5, weight: 2, resource_pool: default}}');
    const refused = async (change: object, text: string) =>
      expect(await failureOf(patch(id, change))).toBe(`InvalidArgument: ${text}`);
    const priority = 'priority set by invariant config: priority cannot be modified';
    await refused({ resources: { priority: 31 } }, `cannot change experiment priority to 31: ${priority}`);
    await refused({ resources: { weight: 3 } }, 'weight is enforced as an invariant config policy of 2');
    const slots = 'max slots is already set in an invariant config policy:max_slots of 5 is enforced';
    await refused({ resources: { maxSlots: 4 } }, slots);
    await refused({ checkpointStorage: retention }, 'save_trial_best is enforced as an invariant config policy of 9');
    // Nothing of it is half done.
    await refused({ name: 'other', resources: { weight: 3 } }, 'weight is enforced as an invariant config policy of 2');
    expect((await read(id))?.name).not.toBe('other');
    expect(await failureOf(queue(id, { priority: 31 }))).toBe(`InvalidArgument: ${priority}`);
    expect(await failureOf(queue(id, { weight: 3 }))).toContain('weight is enforced');
    expect(await failureOf(queue(id, { resourcePool: 'other' }))).toContain('resource_pool is enforced');
    await patch(id, { resources: { priority: 30, weight: 2, maxSlots: 5 } });
    await patch(id, { checkpointStorage: { ...retention, saveTrialBest: 9 } });
    expect((await read(id))?.config).toMatchObject({
      resources: { priority: 30, weight: 2, max_slots: 5 },
      checkpoint_storage: { save_trial_best: 9, save_trial_latest: 1 },
    });
  });

  test('of name, description and labels are free', async () => {
    const id = await idOf(create());
    await local('invariant_config: {description: enforced}');
    await patch(id, { description: 'other', name: 'other', labels: ['a'] });
    expect(await read(id)).toMatchObject({ description: 'other', name: 'other', labels: ['a'] });
  });
});
