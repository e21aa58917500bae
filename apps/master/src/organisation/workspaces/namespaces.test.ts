import { getKubernetesResourceManagersRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import {
  bulkAutoCreateWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceNamespaceBindingsRoute,
  getKubernetesResourceQuotasRoute,
  getWorkspacesWithDefaultNamespaceBindingsRoute,
  listWorkspaceNamespaceBindingsRoute,
  patchWorkspaceRoute,
  postWorkspaceRoute,
  setResourceQuotasRoute,
  setWorkspaceNamespaceBindingsRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { PaperEngine } from '@determined/launchers/conformance/paper-engine.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Two Kubernetes clusters in the configuration, on paper: what a workspace has there is kept and checked.

let cluster: DevCluster;
beforeAll(async () => {
  const engine = new PaperEngine([new ScriptedLauncher([1], 'cpu', [{ id: 'node', address: '10.1.0.1' }])]);
  const manager = (cluster_name: string, more: object) => ({
    resource_manager: { type: 'kubernetes', cluster_name, ...more },
    resource_pools: [{ pool_name: `pool-${cluster_name}` }],
  });
  cluster = await startDevCluster({
    managerKinds: { kubernetes: () => async () => engine.connect() },
    env: {
      DET_ADDITIONAL_RESOURCE_MANAGERS: JSON.stringify([
        manager('east', { default_namespace: 'shared' }),
        manager('west', {}),
      ]),
    },
  });
});
afterAll(() => cluster.stop());

const ask = () => cluster.admin.client;
let made = 0;
async function workspace(more: object = {}) {
  const name = `Team № ${++made}`;
  const { workspace: one, namespaceBindings } = await ask().call(postWorkspaceRoute, { name, ...more });
  return { id: one?.id ?? 0, namespaceBindings };
}
const bindings = async (id: number) =>
  (await ask().call(listWorkspaceNamespaceBindingsRoute, { id })).namespaceBindings;
const quotas = async (id: number) => (await ask().call(getKubernetesResourceQuotasRoute, { id })).resourceQuotas;
const own = async (id: number) =>
  Object.fromEntries(Object.entries(await bindings(id)).map(([name, { namespace }]) => [name, namespace]));
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

test('[WS-114, API-224, API-225, API-226] each cluster has a binding: the workspace’s own namespace, one made for it, or the default', async () => {
  expect(await ask().call(getKubernetesResourceManagersRoute, {})).toEqual({ resourceManagers: ['east', 'west'] });
  const { id } = await workspace();
  const usual = { workspaceId: id, autoCreateNamespace: false };
  expect(await bindings(id)).toEqual({
    east: { ...usual, clusterName: 'east', namespace: 'shared' },
    west: { ...usual, clusterName: 'west', namespace: 'default' },
  });
  const asked = { east: { namespace: 'vision-1' }, west: { autoCreateNamespace: true } };
  const { namespaceBindings } = await ask().call(setWorkspaceNamespaceBindingsRoute, {
    workspaceId: id,
    clusterNamespaceMeta: asked,
  });
  expect(namespaceBindings).toEqual({
    east: { ...usual, clusterName: 'east', namespace: 'vision-1' },
    west: { workspaceId: id, clusterName: 'west', namespace: `ws-team-${made}-${id}`, autoCreateNamespace: true },
  });
  expect(await bindings(id)).toEqual(namespaceBindings);

  // One is changed, the other stays; the default comes back.
  await ask().call(patchWorkspaceRoute, { id, workspace: { clusterNamespaceMeta: { east: { namespace: 'b' } } } });
  expect(await own(id)).toEqual({ east: 'b', west: `ws-team-${made}-${id}` });
  await ask().call(deleteWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNames: ['east'] });
  expect(await own(id)).toEqual({ east: 'shared', west: `ws-team-${made}-${id}` });
  expect(
    await failure(ask().call(deleteWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNames: ['east'] })),
  ).toBe(`NotFound: tried to delete default binding for workspace with id: ${id}`);

  // Others know nothing of it; who changed it is written down.
  expect(await own((await workspace()).id)).toEqual({ east: 'shared', west: 'default' });
  const { entries } = await ask().call(getAuditEntriesRoute, { query: { kind: 'workspace', limit: 50 } });
  expect(JSON.stringify(entries.filter(({ thingId }) => thingId === String(id)))).toContain('vision-1');
});

test('[WS-115, API-222, API-223] each cluster has a quota, a number of its own, once the workspace has a namespace there for itself', async () => {
  const { id } = await workspace({ clusterNamespaceMeta: { east: { namespace: 'a' }, west: { namespace: 'a' } } });
  expect(await quotas(id)).toEqual({});
  await ask().call(setResourceQuotasRoute, { id, clusterQuotaPairs: { east: 5, west: 0 } });
  expect(await quotas(id)).toEqual({ east: 5, west: 0 });
  await ask().call(setResourceQuotasRoute, { id, clusterQuotaPairs: { west: 7 } });
  expect(await quotas(id)).toEqual({ east: 5, west: 7 });
  // Another namespace keeps the limit, the default one has none.
  await ask().call(setWorkspaceNamespaceBindingsRoute, {
    workspaceId: id,
    clusterNamespaceMeta: { east: { namespace: 'b' } },
  });
  expect(await quotas(id)).toEqual({ east: 5, west: 7 });
  await ask().call(deleteWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNames: ['east'] });
  expect(await quotas(id)).toEqual({ west: 7 });

  const set = (clusterQuotaPairs: Record<string, number>) =>
    failure(ask().call(setResourceQuotasRoute, { id, clusterQuotaPairs }));
  expect(await set({ west: -1 })).toBe('InvalidArgument: resource quota must be greater or equal to 0');
  expect(await set({ north: 1 })).toBe('InvalidArgument: no resource manager with cluster name north');
  expect(await set({ east: 1 })).toMatch(/^FailedPrecondition: the workspace has the default namespace of east/);
  expect(await quotas(id)).toEqual({ west: 7 });
});

test('with a new workspace both are set, or there is none', async () => {
  const everywhere = { '': { autoCreateNamespaceAllClusters: true } };
  const { id, namespaceBindings } = await workspace({
    clusterNamespaceMeta: everywhere,
    clusterQuotaPairs: { west: 3 },
  });
  const namespace = `ws-team-${made}-${id}`;
  expect(namespaceBindings).toMatchObject({ east: { namespace }, west: { namespace } });
  expect(await quotas(id)).toEqual({ west: 3 });
  expect(await failure(workspace({ clusterNamespaceMeta: { east: { namespace: 'No' } } }))).toMatch(
    /^InvalidArgument: failed to create namespace binding: .* namespace "No" is not one/,
  );
  expect(await failure(workspace({ clusterQuotaPairs: { east: 3 } }))).toMatch(
    /^InvalidArgument: failed to set resource quota: the workspace has the default namespace/,
  );
  const again = await ask().call(postWorkspaceRoute, { name: `Team № ${made}` });
  expect(again.workspace?.id).toBeGreaterThan(id);
});

test('a namespace is named as Kubernetes names things', async () => {
  const { id } = await workspace();
  const bind = (namespace: string) =>
    failure(
      ask().call(setWorkspaceNamespaceBindingsRoute, {
        workspaceId: id,
        clusterNamespaceMeta: { east: { namespace } },
      }),
    );
  for (const wrong of ['', ' ', 'Big', '-a', 'a-', 'a.b', 'a_b', 'n'.repeat(64)])
    expect([wrong, await bind(wrong)]).toEqual([wrong, expect.stringMatching(/^InvalidArgument: namespace /)]);
  for (const right of ['a', 'a-1', '0', 'n'.repeat(63)]) expect(await bind(right)).toBe('accepted');
  const long = await ask().call(postWorkspaceRoute, {
    name: `${'Ä'.repeat(3)} ${'w'.repeat(70)} -`,
    clusterNamespaceMeta: { east: { autoCreateNamespace: true } },
  });
  const namespace = long.namespaceBindings.east?.namespace ?? '';
  expect(namespace).toMatch(new RegExp(`^ws-w+-${long.workspace?.id}$`));
  expect(namespace.length).toBeLessThanOrEqual(63);
});

test('[API-227, API-228] those that have the default somewhere are listed, and many get their own at once', async () => {
  const some = await workspace({ clusterNamespaceMeta: { east: { namespace: 'kept' } } });
  const none = await workspace();
  const listed = async () => (await ask().call(getWorkspacesWithDefaultNamespaceBindingsRoute, {})).workspaceIds;
  expect(await listed()).toEqual(expect.arrayContaining([some.id, none.id]));
  await ask().call(bulkAutoCreateWorkspaceNamespaceBindingsRoute, { workspaceIds: [some.id, none.id] });
  expect(await own(some.id)).toEqual({ east: 'kept', west: `ws-team-${made - 1}-${some.id}` });
  expect(await own(none.id)).toEqual({ east: `ws-team-${made}-${none.id}`, west: `ws-team-${made}-${none.id}` });
  expect(await listed()).not.toContain(some.id);
  expect(await listed()).not.toContain(none.id);
});

test('they are set by administrators, whatever workspace it is', async () => {
  const plain = (await cluster.newUser()).client;
  const { workspace: mine } = await plain.call(postWorkspaceRoute, { name: 'Mine' });
  const id = mine?.id ?? 0;
  const clusterNamespaceMeta = { east: { namespace: 'mine' } };
  const tries = [
    plain.call(setWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNamespaceMeta }),
    plain.call(setResourceQuotasRoute, { id, clusterQuotaPairs: { east: 1 } }),
    plain.call(deleteWorkspaceNamespaceBindingsRoute, { workspaceId: id, clusterNames: ['east'] }),
    plain.call(bulkAutoCreateWorkspaceNamespaceBindingsRoute, { workspaceIds: [id] }),
    plain.call(patchWorkspaceRoute, { id, workspace: { clusterNamespaceMeta } }),
    plain.call(postWorkspaceRoute, { name: 'Other', clusterNamespaceMeta }),
    plain.call(postWorkspaceRoute, { name: 'Other', clusterQuotaPairs: { east: 1 } }),
  ];
  for (const told of await Promise.all(tries.map(failure)))
    expect(told).toMatch(/PermissionDenied.*only admins may set /);
  expect(await own(id)).toEqual({ east: 'shared', west: 'default' });
});
