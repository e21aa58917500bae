import {
  deleteGlobalConfigPoliciesRoute,
  deleteWorkspaceConfigPoliciesRoute,
  getGlobalConfigPoliciesRoute,
  getWorkspaceConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { deleteWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { policiesChanged } from './policy-events.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
let owner: DevUser;
let plain: DevUser;
/** Of `owner`'s. */
let workspaceId: number;
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  admin = cluster.admin;
  owner = await cluster.newUser();
  plain = await cluster.newUser();
  workspaceId = (await owner.client.call(postWorkspaceRoute, { name: 'Guarded' })).workspace?.id ?? 0;
});
afterAll(() => cluster.stop());
afterEach(async () => {
  for (const workloadType of ['EXPERIMENT', 'NTSC']) {
    await admin.client.call(deleteGlobalConfigPoliciesRoute, { workloadType });
    await admin.client.call(deleteWorkspaceConfigPoliciesRoute, { workspaceId, workloadType });
  }
});

/** The same calls of a workspace and of the cluster. */
const ofWorkspace = (id = workspaceId) => ({
  put: async (configPolicies: string, workloadType = 'EXPERIMENT', user = admin) =>
    (await user.client.call(putWorkspaceConfigPoliciesRoute, { workspaceId: id, workloadType, configPolicies }))
      .configPolicies,
  get: async (workloadType = 'EXPERIMENT', user = admin) =>
    (await user.client.call(getWorkspaceConfigPoliciesRoute, { workspaceId: id, workloadType })).configPolicies,
  delete: (workloadType = 'EXPERIMENT', user = admin) =>
    user.client.call(deleteWorkspaceConfigPoliciesRoute, { workspaceId: id, workloadType }),
});
const ofCluster = () => ({
  put: async (configPolicies: string, workloadType = 'EXPERIMENT', user = admin) =>
    (await user.client.call(putGlobalConfigPoliciesRoute, { workloadType, configPolicies })).configPolicies,
  get: async (workloadType = 'EXPERIMENT', user = admin) =>
    (await user.client.call(getGlobalConfigPoliciesRoute, { workloadType })).configPolicies,
  delete: (workloadType = 'EXPERIMENT', user = admin) =>
    user.client.call(deleteGlobalConfigPoliciesRoute, { workloadType }),
});

describe.each([
  ['a workspace', ofWorkspace],
  ['the cluster', ofCluster],
])('of %s', (_name, scope) => {
  const policies = () => scope();

  test('are put, read and deleted, each type by itself', async () => {
    const { put, get } = policies();
    expect(await get()).toEqual({});
    const text =
      'invariant_config:\n  max_restarts: 2\nconstraints:\n  resources: {max_slots: 4}\n  priority_limit: 10\n';
    const stored = {
      invariant_config: { max_restarts: 2 },
      constraints: { priority_limit: 10, resources: { max_slots: 4 } },
    };
    expect(await put(text)).toEqual(stored);
    expect(await get()).toEqual(stored);
    expect(await get('NTSC')).toEqual({});
    const ofTasks = { constraints: { resources: { max_slots: 2 } } };
    expect(await put(JSON.stringify(ofTasks), 'NTSC')).toEqual(ofTasks);
    await policies().delete();
    expect(await get()).toEqual({});
    expect(await get('NTSC')).toEqual(ofTasks);
    expect(await policies().delete()).toEqual({});
  });

  test('what is put takes the place of all that there was; `{}` clears it', async () => {
    const { put, get } = policies();
    await put('{invariant_config: {max_restarts: 2}, constraints: {priority_limit: 10}}');
    await put('constraints: {resources: {max_slots: 3, }, priority_limit: null}');
    expect(await get()).toEqual({ constraints: { resources: { max_slots: 3 } } });
    await put('{}');
    expect(await get()).toEqual({});
  });

  test.each([
    ['nothing', '', /^no specified config policies$/],
    ['an empty document', '# nothing\n', /^no specified config policies$/],
    ['no YAML', 'a: [\n', /^invalid experiment config policy: error converting YAML to JSON: /],
    ['a list', '[1]', /expected object, but got array$/],
    ['an unknown key', 'foo: 1', /^invalid experiment config policy: configPolicies: additionalProperties "foo" not/],
    [
      'one among the constraints',
      'constraints: {slots: 1}',
      /configPolicies\.constraints: additionalProperties "slots"/,
    ],
    [
      'one of their resources',
      'constraints: {resources: {cpu: 1}}',
      /constraints\.resources: additionalProperties "cpu"/,
    ],
    [
      'one in the invariant',
      'invariant_config: {resources: {gpus: 1}}',
      /<config>\.resources: additionalProperties "gpus"/,
    ],
    ['a wrong type', 'constraints: {priority_limit: high}', /priority_limit: expected integer or null, but got string/],
    ['one in the invariant', 'invariant_config: {max_restarts: x}', /<config>\.max_restarts: expected integer or null/],
    ['a limit nobody can keep', 'constraints: {priority_limit: 500}', /priority_limit: must be <= 99 but found 500/],
    ['slots below none', 'constraints: {resources: {max_slots: -1}}', /max_slots: must be >= 0 but found -1/],
    [
      'two words about priority',
      '{invariant_config: {resources: {priority: 5}}, constraints: {priority_limit: 6}}',
      /invalid experiment config policy: invariant config & constraints are trying to set the priority limit\.$/,
    ],
    [
      'two words about slots',
      '{invariant_config: {resources: {max_slots: 5}}, constraints: {resources: {max_slots: 6}}}',
      /invariant config & constraints are trying to set the max slots\.$/,
    ],
    [
      'more slots a trial than are allowed',
      '{invariant_config: {resources: {slots_per_trial: 5}}, constraints: {resources: {max_slots: 4}}}',
      /invariant config has 5 slots per trial\. violates constraints max slots of 4\.$/,
    ],
  ])('are refused: %s', async (_what, text, says) => {
    const { put, get } = policies();
    await put('constraints: {priority_limit: 10}');
    const refusal = await failureOf(put(text));
    expect(refusal).toMatch(/^InvalidArgument: /);
    expect(refusal.slice('InvalidArgument: '.length)).toMatch(says);
    expect(await get()).toEqual({ constraints: { priority_limit: 10 } });
  });

  test('the same priority or slots in both is no contradiction', async () => {
    const text =
      '{invariant_config: {resources: {priority: 5, max_slots: 4, slots_per_trial: 4}}, constraints: {priority_limit: 5, resources: {max_slots: 4}}}';
    expect(await policies().put(text)).toHaveProperty('invariant_config');
  });

  test('tasks have no invariants yet', async () => {
    expect(await failureOf(policies().put('invariant_config: {description: x}', 'NTSC'))).toMatch(
      /^InvalidArgument: .*not supported: invariant config policies for tasks is not yet supported/,
    );
    expect(await failureOf(policies().put('foo: 1', 'NTSC'))).toMatch(/^InvalidArgument: invalid ntsc config policy: /);
  });

  test('there are two types of work', async () => {
    const { put, get } = policies();
    for (const type of ['SOMETHING', 'experiment']) {
      for (const call of [() => put('{}', type), () => get(type), () => policies().delete(type)]) {
        expect(await failureOf(call())).toBe(`InvalidArgument: invalid workload type: ${type}`);
      }
    }
  });

  test('secrets of a storage are stored and not shown; sent back as shown they stay', async () => {
    const { put, get } = policies();
    const storage = { type: 's3', bucket: 'b', access_key: 'AK', secret_key: 'SK' };
    const shown = { ...storage, access_key: '********', secret_key: '********' };
    const masked = await put(JSON.stringify({ invariant_config: { checkpoint_storage: storage } }));
    expect(masked).toEqual({ invariant_config: { checkpoint_storage: shown } });
    expect(await get()).toEqual(masked);
    await put(JSON.stringify({ invariant_config: { checkpoint_storage: { ...shown, bucket: 'c' } } }));
    const rows = await cluster.master.db.selectFrom('config_policies').select('policies').execute();
    expect(rows.map(({ policies: stored }) => stored.invariant_config?.checkpoint_storage)).toEqual([
      { ...storage, bucket: 'c' },
    ]);
  });
});

test('an invariant of a workspace keeps to the constraints of the cluster', async () => {
  await ofCluster().put('constraints: {priority_limit: 20, resources: {max_slots: 3}}');
  const refused = (text: string) => failureOf(ofWorkspace().put(text));
  const says = 'workspace invariant_config conflicts with global constraints: invariant config';
  expect(await refused('invariant_config: {resources: {priority: 30}}')).toContain(`${says} & constraints`);
  expect(await refused('invariant_config: {resources: {slots_per_trial: 4}}')).toContain(
    `${says} has 4 slots per trial`,
  );
  await ofWorkspace().put('invariant_config: {resources: {slots_per_trial: 3, priority: 20}}');
});

test('a workspace that is not there has none, and 0 is not the cluster', async () => {
  await ofCluster().put('constraints: {priority_limit: 20}');
  for (const id of [0, 9999]) {
    const { put, get } = ofWorkspace(id);
    for (const user of [admin, plain]) {
      expect(await codeOf(put('constraints: {priority_limit: 1}', 'EXPERIMENT', user))).toBe('NotFound');
      expect(await codeOf(get('EXPERIMENT', user))).toBe('NotFound');
      expect(await codeOf(ofWorkspace(id).delete('EXPERIMENT', user))).toBe('NotFound');
    }
  }
  expect(await ofCluster().get()).toEqual({ constraints: { priority_limit: 20 } });
});

test('go with their workspace', async () => {
  const id = (await admin.client.call(postWorkspaceRoute, { name: 'Short' })).workspace?.id ?? 0;
  await ofWorkspace(id).put('constraints: {priority_limit: 20}');
  await ofWorkspace().put('constraints: {priority_limit: 21}');
  await admin.client.call(deleteWorkspaceRoute, { id });
  const rows = await cluster.master.db.selectFrom('config_policies').select('scope').execute();
  expect(rows).toEqual([{ scope: workspaceId }]);
});

describe('who may', () => {
  test('without roles: read, everybody; change those of a workspace, its owner; those of the cluster, an admin', async () => {
    const text = 'constraints: {priority_limit: 20}';
    for (const user of [admin, owner]) await ofWorkspace().put(text, 'EXPERIMENT', user);
    expect(await codeOf(ofWorkspace().put(text, 'EXPERIMENT', plain))).toBe('PermissionDenied');
    expect(await codeOf(ofWorkspace().delete('EXPERIMENT', plain))).toBe('PermissionDenied');
    await ofCluster().put(text);
    for (const user of [owner, plain]) {
      expect(await codeOf(ofCluster().put(text, 'EXPERIMENT', user))).toBe('PermissionDenied');
      expect(await codeOf(ofCluster().delete('EXPERIMENT', user))).toBe('PermissionDenied');
      expect(await ofWorkspace().get('EXPERIMENT', user)).toEqual(await ofCluster().get('EXPERIMENT', user));
    }
  });

  test('each permission is asked; a hidden workspace is not there', async () => {
    const user = await cluster.newUser();
    const limit = async (workspaces: number[], lacks: Permission[]) => {
      sight.limit(user.id, { workspaces, lacks });
      cluster.master.bus.emit(rightsChanged, { userId: user.id });
      await cluster.heard();
    };
    await limit([1], []);
    const { put, get } = ofWorkspace();
    for (const call of [() => get('EXPERIMENT', user), () => put('{}', 'EXPERIMENT', user)]) {
      expect(await failureOf(call())).toBe(`NotFound: workspace '${workspaceId}' not found`);
    }
    await limit([workspaceId], ['VIEW_WORKSPACE_CONFIG_POLICIES', 'VIEW_GLOBAL_CONFIG_POLICIES']);
    expect(await codeOf(get('EXPERIMENT', user))).toBe('PermissionDenied');
    expect(await codeOf(ofCluster().get('EXPERIMENT', user))).toBe('PermissionDenied');
    const admins = await cluster.signIn('admin', 'Dev-Passw0rd');
    sight.limit(admins.id, {
      workspaces: [workspaceId],
      lacks: ['MODIFY_WORKSPACE_CONFIG_POLICIES', 'MODIFY_GLOBAL_CONFIG_POLICIES'],
    });
    cluster.master.bus.emit(rightsChanged, { userId: admins.id });
    await cluster.heard();
    expect(await codeOf(put('{}'))).toBe('PermissionDenied');
    expect(await codeOf(ofCluster().put('{}'))).toBe('PermissionDenied');
    sight.free(admins.id);
    cluster.master.bus.emit(rightsChanged, { userId: admins.id });
    await cluster.heard();
  });
});

test('whoever looks at policies is told of changes', async () => {
  const told: (number | null)[] = [];
  const end = cluster.master.bus.subscribe(policiesChanged, (event) => told.push(event.workspaceId));
  await ofWorkspace().put('constraints: {priority_limit: 20}');
  await ofCluster().put('constraints: {priority_limit: 20}');
  await ofWorkspace().delete();
  await eventually('all of it was told', async () => told.length === 3);
  expect(told).toEqual([workspaceId, null, workspaceId]);
  end();
});
