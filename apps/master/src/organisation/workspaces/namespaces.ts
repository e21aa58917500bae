import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type { WorkspaceNamespaceMeta } from '@determined/contract/organisation/workspaces-generated.ts';
import type {
  bulkAutoCreateWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceNamespaceBindingsRoute,
  getKubernetesResourceQuotasRoute,
  getWorkspacesWithDefaultNamespaceBindingsRoute,
  listWorkspaceNamespaceBindingsRoute,
  setResourceQuotasRoute,
  setWorkspaceNamespaceBindingsRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { readWorkspace } from './get-workspace.ts';

// A namespace, and what may be used in it, is Kubernetes'. No resource manager of this server has any, so a workspace has
// none, and each call says so as the platform does on a cluster of agents.

const unsupported = 'operation not supported';
const agents = `resource manager type AgentRM: ${unsupported}`;

/** The name of the only resource manager is empty. */
function refuseUnknownCluster(name: string): void {
  if (name !== '') throw unknownCluster(name);
}

const unknownCluster = (name: string) => invalidArgument(`no resource manager with cluster name ${name}`);

type Asked = Pick<WorkspaceNamespaceMeta, 'autoCreateNamespace' | 'autoCreateNamespaceAllClusters'>;

function noNamespace(cluster: string, asked: Asked): ApiError {
  if (cluster !== '') return unknownCluster(cluster);
  return asked.autoCreateNamespace || asked.autoCreateNamespaceAllClusters ? noneCreated() : noneVerified();
}

/** Of a workspace that is made or changed. */
export function refuseNamespaces(namespaces: Record<string, Asked>, quotas: Record<string, number> = {}): void {
  for (const [cluster, asked] of Object.entries(namespaces)) {
    const { message } = noNamespace(cluster, asked);
    throw invalidArgument(`failed to create namespace binding: rpc error: code = InvalidArgument desc = ${message}`);
  }
  for (const cluster of Object.keys(quotas)) {
    throw cluster === '' ? invalidArgument(`failed to set resource quota: ${unsupported}`) : unknownCluster(cluster);
  }
}

export const setWorkspaceNamespaceBindings: Handler<typeof setWorkspaceNamespaceBindingsRoute> = async (
  { workspaceId, clusterNamespaceMeta },
  ctx,
) => {
  await readWorkspace(ctx.db, workspaceId, ctx.user.id);
  for (const [cluster, asked] of Object.entries(clusterNamespaceMeta)) throw noNamespace(cluster, asked);
  return { namespaceBindings: {} };
};

export const bulkAutoCreateNamespaceBindings: Handler<typeof bulkAutoCreateWorkspaceNamespaceBindingsRoute> = async (
  { workspaceIds },
  ctx,
) => {
  for (const id of workspaceIds) await readWorkspace(ctx.db, id, ctx.user.id);
  if (workspaceIds.length > 0) throw noneCreated();
  return {};
};

export const deleteWorkspaceNamespaceBindings: Handler<typeof deleteWorkspaceNamespaceBindingsRoute> = async (
  { workspaceId, clusterNames },
  ctx,
) => {
  await readWorkspace(ctx.db, workspaceId, ctx.user.id);
  for (const cluster of clusterNames) {
    refuseUnknownCluster(cluster);
    throw new ApiError('NotFound', `tried to delete default binding for workspace with id: ${workspaceId}`);
  }
  return {};
};

export const listWorkspaceNamespaceBindings: Handler<typeof listWorkspaceNamespaceBindingsRoute> = async () => {
  throw noDefault();
};

/** None has another one. */
export const listWorkspacesWithDefaultNamespaces: Handler<
  typeof getWorkspacesWithDefaultNamespaceBindingsRoute
> = async (_request, ctx) => {
  const rows = await ctx.db
    .selectFrom('workspaces as w')
    .select('w.id')
    .where(visible('workspace', ctx, { workspace: 'w.id' }))
    .orderBy('w.id')
    .execute();
  return { workspaceIds: rows.map(({ id }) => id) };
};

export const setResourceQuotas: Handler<typeof setResourceQuotasRoute> = async ({ id, clusterQuotaPairs }, ctx) => {
  await readWorkspace(ctx.db, id, ctx.user.id);
  for (const [cluster, quota] of Object.entries(clusterQuotaPairs)) {
    refuseUnknownCluster(cluster);
    if (quota < 0) throw invalidArgument('resource quota must be greater or equal to 0');
    throw new ApiError('NotFound', unsupported);
  }
  return {};
};

export const getResourceQuotas: Handler<typeof getKubernetesResourceQuotasRoute> = async ({ id }, ctx) => {
  await readWorkspace(ctx.db, id, ctx.user.id);
  throw noDefault();
};

const noneCreated = () => invalidArgument(`cannot create a namespace with ${agents}`);
const noneVerified = () =>
  invalidArgument(`error verifying Kubernetes namespace: cannot verify namespace existence with ${agents}`);
const noDefault = () => new ApiError('NotFound', `error getting default namespace: ${unsupported}`);
