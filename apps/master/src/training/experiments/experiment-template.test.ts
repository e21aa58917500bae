import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { patchTemplateConfigRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { patchWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  putExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LimitedSight } from '../../testing/limited-sight.ts';

// What a template gives to an experiment, between what the user says and what the cluster does.

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({
    policy: sight.policy,
    env: {
      DET_CHECKPOINT_STORAGE: '{type: shared_fs, host_path: /cluster, save_trial_best: 7, save_trial_latest: 7}',
      DET_TASK_CONTAINER_DEFAULTS:
        '{environment_variables: [FROM=cluster], bind_mounts: [{host_path: /cluster, container_path: /a}, {host_path: /cluster, container_path: /b}], preemption_timeout: 10}',
      DET_RESOURCE_POOLS:
        '[{pool_name: default}, {pool_name: other, task_container_defaults: {environment_variables: [FROM=pool], bind_mounts: [{host_path: /pool, container_path: /a}], preemption_timeout: 20}}]',
      DET_LAUNCH_ERROR: 'false',
    },
  });
  admin = cluster.admin;
});
afterAll(() => cluster.stop());

let made = 0;
async function template(config: object, workspaceId = 1): Promise<string> {
  const name = `template ${++made}`;
  await admin.client.call(postTemplateRoute, { template: { name, config, workspaceId } });
  return name;
}
const base = 'entrypoint: x\nsearcher: {name: single, metric: loss}\n';
const create = (config: string, name: string, more: object = {}, user = admin) =>
  user.client.call(createExperimentRoute, { config, template: name, ...more });
const stored = async () => Number((await cluster.master.db.selectFrom('experiments').select('id').execute()).length);

test('what the user does not say comes from the template, what he says wins', async () => {
  const name = await template({
    description: 'from template',
    max_restarts: 1,
    labels: ['t'],
    hyperparameters: { a: 1 },
  });
  const text = `${base}max_restarts: 3\nlabels: [u]\nhyperparameters: {b: 2}\n`;
  const { experiment, config } = await create(text, name);
  expect(config).toMatchObject({
    description: 'from template',
    max_restarts: 3,
    labels: ['u', 't'],
    hyperparameters: { a: { type: 'const', val: 1 }, b: { type: 'const', val: 2 } },
  });
  const read = await admin.client.call(getExperimentRoute, { experimentId: experiment?.id ?? 0 });
  // Both are what the platform keeps: the whole, and what the user wrote.
  expect(read.experiment?.config).toMatchObject({ description: 'from template', max_restarts: 3 });
  expect(read.experiment?.originalConfig).toBe(text);
});

test('layers come in their order: user, template, pool, cluster, and the storage of the workspace over the cluster’s', async () => {
  const { workspace } = await admin.client.call(postWorkspaceRoute, { name: 'Layers' });
  const workspaceId = workspace?.id ?? 0;
  const checkpointStorageConfig = { type: 'shared_fs', host_path: '/workspace', save_trial_latest: 6 };
  await admin.client.call(patchWorkspaceRoute, { id: workspaceId, workspace: { checkpointStorageConfig } });
  const { project } = await admin.client.call(postProjectRoute, { workspaceId, name: 'Layers' });
  const name = await template({
    resources: { resource_pool: 'other' },
    checkpoint_storage: { save_experiment_best: 5 },
    environment: { environment_variables: ['FROM=template'] },
    bind_mounts: [{ host_path: '/template', container_path: '/c' }],
  });
  const text = `${base}bind_mounts: [{host_path: /user, container_path: /d}]\n`;
  const { experiment, config } = await create(text, name, { projectId: project?.id ?? 0 });
  const read = await admin.client.call(getExperimentRoute, { experimentId: experiment?.id ?? 0 });
  expect(read.experiment?.resourcePool).toBe('other');
  expect(config).toMatchObject({
    checkpoint_storage: {
      host_path: '/workspace',
      save_experiment_best: 5,
      save_trial_latest: 6,
      save_trial_best: 7,
    },
    // Those of the pool take the place of the cluster's of the same name; the later one wins where the task runs.
    environment: { environment_variables: { cpu: ['FROM=pool', 'FROM=template'] } },
    preemption_timeout: 20,
  });
  const places = [
    ['/user', '/d'],
    ['/template', '/c'],
    ['/pool', '/a'],
    ['/cluster', '/b'],
  ];
  expect(config?.bind_mounts).toEqual(
    places.map(([host_path, container_path]) => expect.objectContaining({ host_path, container_path })),
  );
});

test('an experiment keeps what it was made with', async () => {
  const name = await template({ max_restarts: 1 });
  const { experiment } = await create(base, name);
  await admin.client.call(patchTemplateConfigRoute, { templateName: name, config: { max_restarts: 2 } });
  const read = await admin.client.call(getExperimentRoute, { experimentId: experiment?.id ?? 0 });
  expect(read.experiment?.config).toMatchObject({ max_restarts: 1 });
});

test('an unmanaged experiment takes one, too', async () => {
  const name = await template({ description: 'from template' });
  const reply = await admin.client.call(putExperimentRoute, {
    externalExperimentId: 'with template',
    createExperimentRequest: { config: 'searcher: {name: single, metric: loss}', template: name, unmanaged: true },
  });
  expect(reply.config).toMatchObject({ description: 'from template' });
});

describe('a template that cannot be used', () => {
  test.each([
    ['an unknown key', { bogus: 1 }, '<config>: additionalProperties "bogus" not allowed'],
    ['a wrong type', { max_restarts: 'x' }, '<config>.max_restarts: expected integer or null, but got string'],
    ['out of range', { resources: { priority: 0 } }, '<config>.resources.priority: must be >= 1 but found 0'],
  ])('is named with its field: %s', async (_title, config, says) => {
    const name = await template(config);
    const before = await stored();
    for (const more of [{}, { validateOnly: true }, { activate: true }]) {
      expect(await failureOf(create(base, name, more))).toBe(`InvalidArgument: template "${name}" is invalid: ${says}`);
    }
    expect(await stored()).toBe(before);
  });

  test('makes what is good by itself wrong together with the user’s: the field is named', async () => {
    const name = await template({ searcher: { name: 'grid' } });
    const text = 'entrypoint: x\nsearcher: {metric: loss}\nhyperparameters: {a: {type: int, minval: 0, maxval: 3}}\n';
    const before = await stored();
    expect(await failureOf(create(text, name))).toContain(
      '<config>.hyperparameters.a: grid search is in use but count',
    );
    expect(await stored()).toBe(before);
  });

  test('that is not there, or that one may not see, is not found, after the text itself was looked at', async () => {
    expect(await failureOf(create(base, 'none'))).toBe("NotFound: template 'none' not found");
    expect(await failureOf(create('max_restarts: x', 'none'))).toMatch(/^InvalidArgument: .*max_restarts/);
    const { workspace } = await admin.client.call(postWorkspaceRoute, { name: 'Hidden' });
    const name = await template({ max_restarts: 1 }, workspace?.id ?? 0);
    const stranger = await cluster.newUser();
    sight.limit(stranger.id, { workspaces: [1] });
    expect(await failureOf(create(base, name, {}, stranger))).toBe(`NotFound: template '${name}' not found`);
    await create(base, name);
  });
});
