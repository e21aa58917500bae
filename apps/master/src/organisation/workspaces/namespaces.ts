import { ApiError, notFound } from '@determined/contract/errors.ts';
import type {
  bulkAutoCreateWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceNamespaceBindingsRoute,
  getKubernetesResourceQuotasRoute,
  getWorkspacesWithDefaultNamespaceBindingsRoute,
  listWorkspaceNamespaceBindingsRoute,
  setResourceQuotasRoute,
  setWorkspaceNamespaceBindingsRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { auditNamespaces, bindingsOf, keepNamespaces, namespacesOn, type Place } from './bind-namespaces.ts';
import { readWorkspace } from './get-workspace.ts';
import {
  kubernetesClusters,
  namespacesAsked,
  noneCreated,
  quotasAsked,
  refuseOtherCluster,
} from './namespace-rules.ts';
import { idsWithDefault, ownNamespaces, removeNamespace } from './namespace-store.ts';
import { holdWorkspace } from './workspace-store.ts';

/** The workspace as it is, held until the change of what belongs to it is done. */
function change<T>(ctx: Context, id: number, work: (tx: Tx, place: Place) => Promise<T>): Promise<T> {
  return inTransaction(ctx.db, async (tx) => {
    const place = await holdWorkspace(tx, id);
    if (!place) throw notFound('workspace', id);
    return work(tx, place);
  });
}

export const setWorkspaceNamespaceBindings: Handler<typeof setWorkspaceNamespaceBindingsRoute> = async (
  { workspaceId, clusterNamespaceMeta },
  ctx,
) =>
  change(ctx, workspaceId, async (tx, place) => {
    const set = await keepNamespaces(tx, ctx, place, () =>
      namespacesAsked(ctx.master.config, place, clusterNamespaceMeta),
    );
    return { namespaceBindings: bindingsOf(workspaceId, set) };
  });

export const bulkAutoCreateNamespaceBindings: Handler<typeof bulkAutoCreateWorkspaceNamespaceBindingsRoute> = async (
  { workspaceIds },
  ctx,
) => {
  for (const id of workspaceIds) await readWorkspace(ctx.db, id, ctx.user.id);
  const everywhere = { autoCreateNamespace: true, autoCreateNamespaceAllClusters: true, clusterName: '' };
  if (workspaceIds.length > 0 && kubernetesClusters(ctx.master.config).size === 0) throw noneCreated();
  for (const id of [...new Set(workspaceIds)].toSorted((a, b) => a - b)) {
    await change(ctx, id, (tx, place) =>
      // What a workspace has of its own stays.
      keepNamespaces(tx, ctx, place, (own) =>
        namespacesAsked(ctx.master.config, place, { '': everywhere }).filter(
          ({ cluster }) => !own.some((one) => one.cluster === cluster),
        ),
      ),
    );
  }
  return {};
};

export const deleteWorkspaceNamespaceBindings: Handler<typeof deleteWorkspaceNamespaceBindingsRoute> = async (
  { workspaceId, clusterNames },
  ctx,
) =>
  change(ctx, workspaceId, async (tx, place) => {
    const before = await ownNamespaces(tx, workspaceId);
    for (const cluster of clusterNames) {
      refuseOtherCluster(ctx.master.config, cluster);
      if (!(await removeNamespace(tx, workspaceId, cluster)))
        throw new ApiError('NotFound', `tried to delete default binding for workspace with id: ${workspaceId}`);
    }
    if (clusterNames.length > 0) await auditNamespaces(tx, ctx, place, before);
    return {};
  });

export const listWorkspaceNamespaceBindings: Handler<typeof listWorkspaceNamespaceBindingsRoute> = async (
  { id },
  ctx,
) => {
  const own = await namespacesOn(ctx.db, ctx, id);
  return { namespaceBindings: bindingsOf(id, own) };
};

/** Those that have on some cluster, or where there is none, no namespace of their own. */
export const listWorkspacesWithDefaultNamespaces: Handler<
  typeof getWorkspacesWithDefaultNamespaceBindingsRoute
> = async (_request, ctx) => {
  const clusters = [...kubernetesClusters(ctx.master.config).keys()];
  return { workspaceIds: await idsWithDefault(ctx.db, visible('workspace', ctx, { workspace: 'w.id' }), clusters) };
};

export const setResourceQuotas: Handler<typeof setResourceQuotasRoute> = async ({ id, clusterQuotaPairs }, ctx) =>
  change(ctx, id, async (tx, place) => {
    await keepNamespaces(tx, ctx, place, (own) => quotasAsked(ctx.master.config, own, clusterQuotaPairs));
    return {};
  });

/** Those that have been set. */
export const getResourceQuotas: Handler<typeof getKubernetesResourceQuotasRoute> = async ({ id }, ctx) => {
  await readWorkspace(ctx.db, id, ctx.user.id);
  const own = await namespacesOn(ctx.db, ctx, id);
  return {
    resourceQuotas: Object.fromEntries(own.flatMap(({ cluster, quota }) => (quota == null ? [] : [[cluster, quota]]))),
  };
};
