import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import {
  archiveWorkspaceRoute,
  bulkAutoCreateWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceRoute,
  getKubernetesResourceQuotasRoute,
  getWorkspaceRoute,
  getWorkspacesRoute,
  getWorkspacesWithDefaultNamespaceBindingsRoute,
  listWorkspaceNamespaceBindingsRoute,
  patchWorkspaceRoute,
  pinWorkspaceRoute,
  postWorkspaceRoute,
  setResourceQuotasRoute,
  setWorkspaceNamespaceBindingsRoute,
  unarchiveWorkspaceRoute,
  unpinWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceChanged } from './workspace-events.ts';

let cluster: DevCluster;
let admin: DevUser;
let plain: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster();
  admin = cluster.admin;
  plain = await cluster.newUser();
});
afterAll(() => cluster.stop());

let made = 0;
const create = async (user: DevUser, more: object = {}) => {
  const { workspace } = await user.client.call(postWorkspaceRoute, { name: `Space ${++made}`, ...more });
  if (!workspace) throw new Error('no workspace');
  return workspace;
};
const read = async (id: number, user = admin) => (await user.client.call(getWorkspaceRoute, { id })).workspace;

test('[WS-112] [API-215] [API-216] a new workspace belongs to its creator, who has it pinned', async () => {
  const { id, name } = await create(plain);
  expect(await read(id, plain)).toMatchObject({
    id,
    name,
    archived: false,
    immutable: false,
    pinned: true,
    pinnedAt: expect.stringMatching(/Z$/),
    state: 'WORKSPACE_STATE_UNSPECIFIED',
    userId: plain.id,
    username: plain.username,
    numProjects: 0,
    numExperiments: 0,
  });
  expect(await read(id)).toMatchObject({ pinned: false });
  await plain.client.call(postProjectRoute, { workspaceId: id, name: 'One' });
  expect(await read(id)).toMatchObject({ numProjects: 1 });
  expect(await codeOf(read(9999))).toBe('NotFound');
});

test('names are checked and unique', async () => {
  const { name } = await create(admin);
  expect(await codeOf(create(admin, { name }))).toBe('AlreadyExists');
  await create(admin, { name: name.toUpperCase() });
  for (const bad of ['', '   ', 'n'.repeat(81)])
    expect(await codeOf(create(admin, { name: bad }))).toBe('InvalidArgument');
  await create(admin, { name: 'n'.repeat(80) });
});

test('[WS-113] [API-217] storage, agent user and default pools are kept, secrets never shown', async () => {
  const storage = {
    type: 's3',
    bucket: 'b',
    access_key: 'AKIA',
    secret_key: 'hush',
    endpoint_url: 'http://u:p@s3/?t=1',
  };
  const { id } = await create(admin, {
    agentUserGroup: { agentUid: 5, agentGid: 6, agentUser: 'u', agentGroup: 'g' },
    checkpointStorageConfig: storage,
    defaultComputePool: 'default',
    defaultAuxPool: 'default',
  });
  for (const viewer of [admin, plain]) {
    const shown = await read(id, viewer);
    expect(shown).toMatchObject({
      agentUserGroup: { agentUid: 5, agentGid: 6, agentUser: 'u', agentGroup: 'g' },
      checkpointStorageConfig: {
        type: 's3',
        bucket: 'b',
        access_key: '********',
        secret_key: '********',
        prefix: null,
      },
      defaultComputePool: 'default',
      defaultAuxPool: 'default',
    });
    expect(JSON.stringify(shown)).not.toMatch(/AKIA|hush|u:p/);
  }
  const change = (workspace: object) => admin.client.call(patchWorkspaceRoute, { id, workspace });
  // A form sends back what it was shown: the masked key stays the one that is kept.
  await change({ checkpointStorageConfig: { type: 's3', bucket: 'c', access_key: '********', secret_key: 'new' } });
  const row = await cluster.master.db
    .selectFrom('workspaces')
    .select('checkpoint_storage')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.checkpoint_storage).toMatchObject({ bucket: 'c', access_key: 'AKIA', secret_key: 'new' });
  const { workspace } = await change({ defaultComputeResourcePool: '' });
  expect(workspace).toMatchObject({ defaultComputePool: '', defaultAuxPool: 'default' });
  expect(await codeOf(change({ defaultComputePool: 'nope' }))).toBe('InvalidArgument');
  expect(await codeOf(change({ checkpointStorageConfig: { type: 'floppy' } }))).toBe('InvalidArgument');
  expect(await codeOf(change({ checkpointStorageConfig: { type: 's3' } }))).toBe('InvalidArgument');
});

test('[WS-074] an update names the default pools, an empty name takes one away, and what it does not name stays', async () => {
  const { id } = await create(admin, {});
  const change = (workspace: object) => admin.client.call(patchWorkspaceRoute, { id, workspace });
  const pools = async () => {
    const { defaultComputePool, defaultAuxPool } = (await read(id, admin)) ?? {};
    return [defaultComputePool, defaultAuxPool];
  };
  await change({ defaultComputePool: 'default' });
  expect(await pools()).toEqual(['default', '']);
  await change({ defaultAuxPool: 'default' });
  await change({ name: `With pools ${id}` });
  expect(await pools()).toEqual(['default', 'default']);
  await change({ defaultComputePool: '' });
  expect(await pools()).toEqual(['', 'default']);
  await change({ defaultAuxPool: '' });
  expect(await pools()).toEqual(['', '']);
});

test('any part of the agent user and group may be given; an empty storage takes the own one away', async () => {
  const { id } = await create(admin, { agentUserGroup: { agentGroup: 'g' } });
  expect((await read(id, admin))?.agentUserGroup).toEqual({ agentGroup: 'g' });
  const change = async (workspace: object) =>
    (await admin.client.call(patchWorkspaceRoute, { id, workspace })).workspace ?? undefined;
  expect((await change({ agentUserGroup: { agentUid: 0, agentUser: 'u' } }))?.agentUserGroup).toEqual({
    agentUid: 0,
    agentUser: 'u',
  });
  const blank = { agentUid: 0, agentGid: 0, agentUser: '', agentGroup: '' };
  expect((await change({ agentUserGroup: {} }))?.agentUserGroup).toEqual(blank);
  await change({ checkpointStorageConfig: { type: 's3', bucket: 'b' } });
  expect((await read(id, admin))?.checkpointStorageConfig).toMatchObject({ bucket: 'b' });
  expect((await change({ checkpointStorageConfig: {} }))?.checkpointStorageConfig).toBeUndefined();
  expect((await change({ name: `Same storage ${id}` }))?.checkpointStorageConfig).toBeUndefined();
});

test('[API-214] [API-236] lists filter, order names as people do, and page', async () => {
  const names = ['beta', 'Alpha', 'éclair', 'Zulu'];
  for (const name of names) await create(name === 'beta' ? plain : admin, { name: `List ${name}` });
  const list = async (query: object, user = admin) => {
    const { workspaces, pagination } = await user.client.call(getWorkspacesRoute, { name: 'list %', ...query });
    return [workspaces.map(({ name }) => name.slice(5)), pagination?.total];
  };
  expect(await list({})).toEqual([names, 4]);
  expect(await list({ sortBy: 'SORT_BY_NAME' })).toEqual([['Alpha', 'beta', 'éclair', 'Zulu'], 4]);
  expect(await list({ sortBy: 'SORT_BY_NAME', orderBy: 'ORDER_BY_DESC', limit: 2, offset: 1 })).toEqual([
    ['éclair', 'beta'],
    4,
  ]);
  expect(await list({ name: 'list' })).toEqual([[], 0]);
  expect(await list({ nameCaseSensitive: 'list%' })).toEqual([[], 0]);
  expect(await list({ users: [plain.username] })).toEqual([['beta'], 1]);
  expect(await list({ userIds: [admin.id] })).toEqual([['Alpha', 'éclair', 'Zulu'], 3]);
  expect(await list({ pinned: true }, plain)).toEqual([['beta'], 1]);
  expect(await list({ archived: true })).toEqual([[], 0]);
  expect(await codeOf(list({ offset: 5 }))).toBe('InvalidArgument');
  expect(await codeOf(list({ limit: -1 }))).toBe('InvalidArgument');
});

test('[API-220] everybody pins for himself', async () => {
  const { id } = await create(admin);
  const heard: number[] = [];
  const end = cluster.master.bus.subscribe(workspaceChanged, ({ workspaceId }) => void heard.push(workspaceId));
  await plain.client.call(pinWorkspaceRoute, { id });
  end();
  expect(heard).toEqual([id]);
  expect(await read(id, plain)).toMatchObject({ pinned: true });
  expect(await codeOf(plain.client.call(pinWorkspaceRoute, { id }))).toBe('AlreadyExists');
  await plain.client.call(unpinWorkspaceRoute, { id });
  expect(await read(id, plain)).toMatchObject({ pinned: false });
  expect(await read(id)).toMatchObject({ pinned: true });
  expect(await codeOf(plain.client.call(unpinWorkspaceRoute, { id }))).toBe('NotFound');
  expect(await codeOf(plain.client.call(pinWorkspaceRoute, { id: 9999 }))).toBe('NotFound');
});

test('[API-219] an archived workspace cannot be changed nor take projects', async () => {
  const { id, name } = await create(admin);
  await admin.client.call(archiveWorkspaceRoute, { id });
  await admin.client.call(archiveWorkspaceRoute, { id });
  expect(await read(id)).toMatchObject({ archived: true });
  const rename = () => admin.client.call(patchWorkspaceRoute, { id, workspace: { name: `${name}!` } });
  expect(await codeOf(rename())).toBe('FailedPrecondition');
  expect(await codeOf(admin.client.call(postProjectRoute, { workspaceId: id, name: 'Late' }))).toBe(
    'FailedPrecondition',
  );
  await admin.client.call(unarchiveWorkspaceRoute, { id });
  expect((await rename()).workspace).toMatchObject({ name: `${name}!` });
});

test('only the owner and admins change, archive and delete a workspace', async () => {
  const { id } = await create(admin);
  const patch = (workspace: object) => plain.client.call(patchWorkspaceRoute, { id, workspace });
  const storage = { type: 'shared_fs', host_path: '/x' };
  expect(await codeOf(patch({ name: 'mine' }))).toBe('PermissionDenied');
  expect(await codeOf(patch({ checkpointStorageConfig: storage }))).toBe('PermissionDenied');
  expect(await codeOf(patch({ agentUserGroup: {} }))).toBe('PermissionDenied');
  expect(await codeOf(plain.client.call(archiveWorkspaceRoute, { id }))).toBe('PermissionDenied');
  expect(await codeOf(plain.client.call(deleteWorkspaceRoute, { id }))).toBe('PermissionDenied');
  const own = await create(plain);
  await plain.client.call(patchWorkspaceRoute, { id: own.id, workspace: { checkpointStorageConfig: storage } });
  await plain.client.call(archiveWorkspaceRoute, { id: own.id });
  const group = { agentUid: 0, agentGid: 0, agentUser: 'root', agentGroup: 'root' };
  expect(await codeOf(create(plain, { agentUserGroup: group }))).toBe('PermissionDenied');
});

test('[API-218] deleting takes empty projects along; the built-in workspace stays', async () => {
  const { id } = await create(plain);
  await plain.client.call(postProjectRoute, { workspaceId: id, name: 'Empty' });
  expect(await plain.client.call(deleteWorkspaceRoute, { id })).toEqual({ completed: true });
  expect(await codeOf(read(id))).toBe('NotFound');
  expect(await codeOf(admin.client.call(deleteWorkspaceRoute, { id: 1 }))).toBe('FailedPrecondition');
  expect(await codeOf(admin.client.call(archiveWorkspaceRoute, { id: 1 }))).toBe('FailedPrecondition');
  expect(await read(1)).toMatchObject({ name: 'Uncategorized', immutable: true });
});

test('[WS-023] the workspace that is there from the start is the first', async () => {
  const { workspaces } = await admin.client.call(getWorkspacesRoute, {});
  expect(workspaces.filter(({ immutable }) => immutable)).toMatchObject([{ id: 1, name: 'Uncategorized' }]);
});

test('without Kubernetes a workspace has no namespace and no quota, and each call says so', async () => {
  const { id } = await create(admin);
  const told = (call: Promise<unknown>) => failureOf(call);
  const ask = admin.client;
  const bound = (asked: object, cluster = '') =>
    ask.call(setWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNamespaceMeta: { [cluster]: asked } });
  const agents = 'resource manager type AgentRM: operation not supported';
  expect(await told(bound({ namespace: 'ns' }))).toBe(
    `InvalidArgument: error verifying Kubernetes namespace: cannot verify namespace existence with ${agents}`,
  );
  expect(await told(bound({ autoCreateNamespace: true }))).toBe(
    `InvalidArgument: cannot create a namespace with ${agents}`,
  );
  expect(await told(bound({ namespace: 'ns' }, 'other'))).toBe(
    'InvalidArgument: no resource manager with cluster name other',
  );
  expect(await told(ask.call(bulkAutoCreateWorkspaceNamespaceBindingsRoute, { workspaceIds: [id] }))).toBe(
    `InvalidArgument: cannot create a namespace with ${agents}`,
  );
  for (const call of [listWorkspaceNamespaceBindingsRoute, getKubernetesResourceQuotasRoute])
    expect(await told(ask.call(call, { id }))).toBe(
      'NotFound: error getting default namespace: operation not supported',
    );
  expect(await told(ask.call(setResourceQuotasRoute, { id, clusterQuotaPairs: { '': 5 } }))).toBe(
    'NotFound: operation not supported',
  );
  const { workspaceIds } = await ask.call(getWorkspacesWithDefaultNamespaceBindingsRoute, {});
  expect(workspaceIds).toContain(id);
  // They are set by administrators, whatever workspace it is.
  const own = await create(plain);
  const tries = [
    plain.client.call(setWorkspaceNamespaceBindingsRoute, { workspaceId: own.id, clusterNamespaceMeta: {} }),
    plain.client.call(deleteWorkspaceNamespaceBindingsRoute, { workspaceId: own.id, clusterNames: [] }),
    plain.client.call(setResourceQuotasRoute, { id: own.id, clusterQuotaPairs: {} }),
  ];
  expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'PermissionDenied'));
  expect(await codeOf(ask.call(setResourceQuotasRoute, { id: 99_999, clusterQuotaPairs: {} }))).toBe('NotFound');
});
