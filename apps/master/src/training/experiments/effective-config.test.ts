import {
  deleteGlobalConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { deleteTemplateRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { patchWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import {
  type EffectiveConfig,
  getEffectiveConfigRoute,
  previewEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
let workspaceId: number;
let elsewhere: number;
let projectId: number;
beforeAll(async () => {
  cluster = await startDevCluster({
    policy: sight.policy,
    env: {
      DET_CHECKPOINT_STORAGE:
        '{type: s3, bucket: cluster, access_key: CLUSTERKEY, secret_key: CLUSTERSECRET, save_trial_best: 7}',
      DET_TASK_CONTAINER_DEFAULTS: '{environment_variables: [A=cluster, B=cluster], preemption_timeout: 10}',
      DET_RESOURCE_POOLS:
        '[{pool_name: default}, {pool_name: fast, scheduler: {type: priority, default_priority: 30}, task_container_defaults: {environment_variables: [B=pool], preemption_timeout: 20, bind_mounts: [{host_path: /pool, container_path: /p}]}}]',
      DET_LAUNCH_ERROR: 'false',
    },
  });
  admin = cluster.admin;
  const { client } = admin;
  const space = async (name: string) => (await client.call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
  [workspaceId, elsewhere] = [await space('Vision'), await space('Elsewhere')];
  const workspace = {
    defaultComputePool: 'fast',
    checkpointStorageConfig: { type: 's3', bucket: 'vision', save_trial_latest: 6 },
  };
  await client.call(patchWorkspaceRoute, { id: workspaceId, workspace });
  projectId = (await client.call(postProjectRoute, { workspaceId, name: 'Cats' })).project?.id ?? 0;
  const config = {
    max_restarts: 3,
    description: 'template secret words',
    bind_mounts: [{ host_path: '/t', container_path: '/t' }],
  };
  await client.call(postTemplateRoute, { template: { name: 'hush', config, workspaceId: elsewhere } });
  const policies = { invariant_config: { scheduling_unit: 50, labels: ['ruled'], records_per_epoch: 11 } };
  await client.call(putWorkspaceConfigPoliciesRoute, {
    workspaceId,
    workloadType: 'EXPERIMENT',
    configPolicies: JSON.stringify(policies),
  });
  await client.call(putGlobalConfigPoliciesRoute, {
    workloadType: 'EXPERIMENT',
    configPolicies: '{invariant_config: {records_per_epoch: 12}, constraints: {priority_limit: 5}}',
  });
});
afterAll(() => cluster.stop());

const text = `entrypoint: x
searcher: {name: random, metric: loss, max_trials: 3}
hyperparameters: {lr: {type: log, base: 10, minval: -4, maxval: -1}}
max_restarts: 9
scheduling_unit: 77
labels: [mine]
environment: {environment_variables: [C=user], registry_auth: {username: u, password: LOGINPASSWORD}}
bind_mounts: [{host_path: /u, container_path: /u}]
data: {a: 1, secrets: {k: DATASECRET, deep: {er: DEEPSECRET}}}
integrations:
  pachyderm:
    pachd: {host: p, port: 1}
    proxy: {scheme: http, host: p, port: 2}
    dataset: {project: p, repo: r, commit: c, branch: b, token: PACHSECRET}
`;
const asked = () => ({ config: text, template: 'hush', projectId });
const preview = (user = admin, body: object = asked()) =>
  user.client.call(previewEffectiveConfigRoute, { body: { config: text, ...body } });
const read = (experimentId: number, user = admin) =>
  user.client.call(getEffectiveConfigRoute, { params: { experimentId } });
const create = async () => (await admin.client.call(createExperimentRoute, asked())).experiment?.id ?? 0;
const at = ({ settings }: EffectiveConfig, path: string) => {
  const found = settings.find((setting) => setting.path.join('.') === path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
};
const originsOf = (effective: EffectiveConfig, ...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, at(effective, path).origin]));

const expected = {
  'hyperparameters.lr': 'user',
  'searcher.name': 'user',
  'searcher.max_concurrent_trials': 'default',
  max_restarts: 'user',
  description: 'template',
  'resources.priority': 'pool',
  'resources.resource_pool': 'workspace',
  'resources.weight': 'default',
  preemption_timeout: 'pool',
  'checkpoint_storage.type': 'workspace',
  'checkpoint_storage.bucket': 'workspace',
  'checkpoint_storage.access_key': 'cluster',
  'checkpoint_storage.save_trial_best': 'cluster',
  'checkpoint_storage.save_trial_latest': 'workspace',
  // The cluster's storage is kept whole, with its defaults.
  'checkpoint_storage.save_experiment_best': 'cluster',
  scheduling_unit: 'workspacePolicy',
  records_per_epoch: 'clusterPolicy',
  name: 'default',
  'reproducibility.experiment_seed': 'default',
  debug: 'default',
};

describe.each([
  ['of a configuration about to be created', () => preview()],
  ['of an experiment', async () => read(await create())],
])('%s', (_what, effective) => {
  test('each value has the layer it came from', async () => {
    const found = await effective();
    expect(originsOf(found, ...Object.keys(expected))).toEqual(expected);
    expect(found.layers).toEqual([
      { origin: 'default', name: null },
      { origin: 'cluster', name: null },
      { origin: 'workspace', name: 'Vision' },
      { origin: 'pool', name: 'fast' },
      { origin: 'template', name: 'hush' },
      { origin: 'user', name: null },
      { origin: 'workspacePolicy', name: 'Vision' },
      { origin: 'clusterPolicy', name: null },
    ]);
  });

  test('what a stronger layer overruled stays beside it', async () => {
    const found = await effective();
    expect(at(found, 'scheduling_unit')).toEqual({
      path: ['scheduling_unit'],
      value: 50,
      origin: 'workspacePolicy',
      given: [
        { origin: 'workspacePolicy', value: 50 },
        { origin: 'user', value: 77 },
        { origin: 'default', value: 100 },
      ],
    });
    expect(at(found, 'max_restarts').given).toEqual([
      { origin: 'user', value: 9 },
      { origin: 'template', value: 3 },
      { origin: 'default', value: 5 },
    ]);
    expect(at(found, 'resources.priority').given).toEqual([
      { origin: 'pool', value: 30 },
      { origin: 'cluster', value: 42 },
    ]);
  });

  test('a list of several layers says whose each item is', async () => {
    const found = await effective();
    expect(at(found, 'environment.environment_variables.cpu')).toMatchObject({
      value: ['B=pool', 'A=cluster', 'C=user'],
      origin: 'user',
      items: ['pool', 'cluster', 'user'],
    });
    expect(at(found, 'bind_mounts')).toMatchObject({ origin: 'user', items: ['user', 'template', 'pool'] });
    expect(at(found, 'labels')).toMatchObject({ origin: 'workspacePolicy', items: ['workspacePolicy', 'user'] });
  });

  test('secrets are shown nowhere', async () => {
    const found = await effective();
    const all = JSON.stringify(found);
    for (const secret of ['CLUSTERKEY', 'CLUSTERSECRET', 'LOGINPASSWORD', 'DATASECRET', 'DEEPSECRET', 'PACHSECRET']) {
      expect(all).not.toContain(secret);
    }
    const masked = [{ origin: 'cluster', value: '********' }];
    expect(at(found, 'checkpoint_storage.access_key')).toMatchObject({ value: '********', given: masked });
    expect(at(found, 'environment.registry_auth.password').value).toBe('********');
    expect(at(found, 'data.secrets.k').value).toBe('********');
    expect(at(found, 'integrations.pachyderm.dataset.token').value).toBe('********');
  });
});

describe('who may not see a template or policies', () => {
  const limited = async (workspaces: number[], lacks: Permission[]) => {
    const user = await cluster.newUser();
    sight.limit(user.id, { workspaces, lacks });
    cluster.master.bus.emit(rightsChanged, { userId: user.id });
    await cluster.heard();
    return user;
  };

  test('is told nothing of them but the values that hold', async () => {
    const id = await create();
    const user = await limited([workspaceId], ['VIEW_WORKSPACE_CONFIG_POLICIES', 'VIEW_GLOBAL_CONFIG_POLICIES']);
    const found = await read(id, user);
    expect(found.layers.map(({ origin }) => origin)).toEqual(['default', 'cluster', 'workspace', 'pool', 'user']);
    expect(JSON.stringify(found)).not.toMatch(/hush|workspacePolicy|clusterPolicy|"template"/);
    expect(at(found, 'scheduling_unit')).toMatchObject({
      value: 50,
      origin: 'hidden',
      given: [{ value: 77 }, { value: 100 }],
    });
    expect(at(found, 'description').given).toEqual([]);
    // What the template said and the user overruled is nobody's business.
    expect(at(found, 'max_restarts').given).toEqual([
      { origin: 'user', value: 9 },
      { origin: 'default', value: 5 },
    ]);
    expect(at(found, 'records_per_epoch').given).toEqual([{ origin: 'default', value: 0 }]);
  });

  test('each kind is asked for its own permission', async () => {
    const id = await create();
    const layersFor = async (workspaces: number[], lacks: Permission[]) =>
      (await read(id, await limited(workspaces, lacks))).layers.map(({ origin }) => origin);
    expect(await layersFor([workspaceId], [])).not.toContain('template');
    expect(await layersFor([workspaceId, elsewhere], ['VIEW_TEMPLATES'])).not.toContain('template');
    const both = [workspaceId, elsewhere];
    expect(await layersFor(both, ['VIEW_WORKSPACE_CONFIG_POLICIES'])).toEqual(
      expect.not.arrayContaining(['workspacePolicy']),
    );
    expect(await layersFor(both, ['VIEW_GLOBAL_CONFIG_POLICIES'])).toEqual(
      expect.not.arrayContaining(['clusterPolicy']),
    );
    expect(await layersFor(both, [])).toEqual(expect.arrayContaining(['template', 'workspacePolicy']));
  });

  test('cannot look at a configuration with it, or into a project that is hidden', async () => {
    const user = await limited([workspaceId], []);
    expect(await failureOf(preview(user))).toBe("NotFound: template 'hush' not found");
    expect(await codeOf(preview(await limited([1], []), { projectId }))).toBe('NotFound');
    expect(await codeOf(preview(await limited([workspaceId], ['CREATE_EXPERIMENT']), { projectId }))).toBe(
      'PermissionDenied',
    );
    const id = await create();
    expect(await codeOf(read(id, await limited([1], [])))).toBe('NotFound');
    expect(await codeOf(preview(await limited([workspaceId], []), { projectId, parentId: 9999 }))).toBe('NotFound');
  });
});

test('what is refused at creation is refused here, and nothing is stored', async () => {
  const before = await cluster.master.db.selectFrom('experiments').select('id').execute();
  const refused = (config: string) => failureOf(preview(admin, { config, projectId }));
  expect(await refused(`${text}resources: {priority: 4}\n`)).toContain('requested priority [4] exceeds limit');
  expect(await refused('max_restarts: x')).toContain('<config>.max_restarts: expected integer');
  await preview();
  expect(await cluster.master.db.selectFrom('experiments').select('id').execute()).toEqual(before);
});

test('what was changed later is told as a change; what became of its layers is not', async () => {
  const id = await create();
  const experiment = { id, name: 'renamed', resources: { priority: 42 }, labels: ['mine', 'new'] };
  await admin.client.call(patchExperimentRoute, { experiment });
  await admin.client.call(deleteTemplateRoute, { templateName: 'hush' });
  await admin.client.call(deleteGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT' });
  const found = await read(id);
  expect(
    originsOf(found, 'name', 'resources.priority', 'resources.weight', 'description', 'records_per_epoch'),
  ).toEqual({
    name: 'change',
    'resources.priority': 'change',
    'resources.weight': 'default',
    description: 'template',
    records_per_epoch: 'clusterPolicy',
  });
  expect(at(found, 'labels')).toMatchObject({ origin: 'change', items: ['user', 'change'] });
});

test('of an experiment of before origins were kept what its text says is known', async () => {
  const config = 'entrypoint: x\nsearcher: {name: single, metric: loss}\nmax_restarts: 9\n';
  const { experiment } = await admin.client.call(createExperimentRoute, { config });
  const id = experiment?.id ?? 0;
  await cluster.master.db.deleteFrom('experiment_config_layers').where('experiment_id', '=', id).execute();
  expect(originsOf(await read(id), 'max_restarts', 'debug', 'preemption_timeout', 'checkpoint_storage.bucket')).toEqual(
    {
      max_restarts: 'user',
      debug: 'default',
      preemption_timeout: 'unknown',
      'checkpoint_storage.bucket': 'unknown',
    },
  );
});
