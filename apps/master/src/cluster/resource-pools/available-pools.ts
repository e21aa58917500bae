import type {
  listRPsBoundToWorkspaceRoute,
  listWorkspacesBoundToRPRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { notFound } from '@determined/contract/errors.ts';
import { rowRange } from '@determined/contract/paging.ts';
import type { Handler } from '#platform/http/serve.ts';

// No pool is bound to a workspace: each is there for all of them.

export const listAvailablePools: Handler<typeof listRPsBoundToWorkspaceRoute> = async (request, ctx) => {
  const workspace = await ctx.db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', request.workspaceId)
    .executeTakeFirst();
  if (!workspace) throw notFound('workspace', request.workspaceId);
  const names = ctx.master.config.resource_pools.map(({ pool_name }) => pool_name).toSorted();
  const { skip, take, pagination } = rowRange(request, names.length);
  return { resourcePools: names.slice(skip, skip + take), pagination };
};

export const listBoundWorkspaces: Handler<typeof listWorkspacesBoundToRPRoute> = async (request, ctx) => {
  const name = request.resourcePoolName;
  if (!ctx.master.config.resource_pools.some(({ pool_name }) => pool_name === name))
    throw notFound('resource pool', name);
  return { workspaceIds: [], pagination: rowRange(request, 0).pagination };
};
