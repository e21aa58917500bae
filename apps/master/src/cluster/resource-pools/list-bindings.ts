import type {
  listRPsBoundToWorkspaceRoute,
  listWorkspacesBoundToRPRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { notFound } from '@determined/contract/errors.ts';
import { rowRange } from '@determined/contract/paging.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { availablePools } from '../../organisation/workspaces/shared/available-pools.ts';
import { poolsOutOfSight } from './pools-out-of-sight.ts';

/** The pools that a workspace may use: its own, then those that are there for all. */
export const listAvailablePools: Handler<typeof listRPsBoundToWorkspaceRoute> = async (request, ctx) => {
  const { workspaceId } = request;
  const workspace = await ctx.db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).executeTakeFirst();
  if (!workspace) throw notFound('workspace', workspaceId);
  const names = await availablePools(ctx.db, ctx.master.config, workspaceId);
  const { skip, take, pagination } = rowRange(request, names.length);
  return { resourcePools: names.slice(skip, skip + take), pagination };
};

export const listBoundWorkspaces: Handler<typeof listWorkspacesBoundToRPRoute> = async (request, ctx) => {
  const name = request.resourcePoolName;
  if (!ctx.master.config.resource_pools.some(({ pool_name }) => pool_name === name)) {
    throw notFound('resource pool', name);
  }
  const rows = await ctx.db
    .selectFrom('pool_bindings')
    .select('workspace_id')
    .where('pool_name', '=', name)
    .where(visible('workspace', ctx, { workspace: 'workspace_id' }))
    .orderBy('workspace_id')
    .execute();
  if (rows.length === 0 && (await poolsOutOfSight(ctx)).has(name)) throw notFound('resource pool', name);
  const { skip, take, pagination } = rowRange(request, rows.length);
  return { workspaceIds: rows.slice(skip, skip + take).map(({ workspace_id }) => workspace_id), pagination };
};
