import type {
  bindRPToWorkspaceRoute,
  overwriteRPWorkspaceBindingsRoute,
  unbindRPFromWorkspaceRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { alreadyExists, failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { isDefaultPool } from '../../organisation/workspaces/shared/available-pools.ts';

// Work that stands in the queue or runs stays where it is: bindings decide where new work may go.

interface Places {
  resourcePoolName: string;
  workspaceIds: number[];
  workspaceNames: string[];
}

export const bindPool: Handler<typeof bindRPToWorkspaceRoute> = async (request, ctx) => {
  checkBindable(request, ctx);
  await inTransaction(ctx.db, (tx) => bind(tx, ctx, request));
  return {};
};

/** Replaces all bindings of the pool; none make it one for everybody. */
export const overwriteBindings: Handler<typeof overwriteRPWorkspaceBindingsRoute> = async (request, ctx) => {
  checkBindable(request, ctx);
  await inTransaction(ctx.db, async (tx) => {
    await tx.deleteFrom('pool_bindings').where('pool_name', '=', request.resourcePoolName).execute();
    await recordAudit(tx, ctx, { action: 'unassign', kind: 'resourcePool', id: request.resourcePoolName });
    await bind(tx, ctx, request);
  });
  return {};
};

export const unbindPool: Handler<typeof unbindRPFromWorkspaceRoute> = async (request, ctx) => {
  const pool = request.resourcePoolName;
  await inTransaction(ctx.db, async (tx) => {
    for (const workspaceId of await workspacesOf(tx, request)) {
      const before = { workspace_id: workspaceId };
      await recordAudit(tx, ctx, { action: 'unassign', kind: 'resourcePool', id: pool, before });
      const removed = await tx
        .deleteFrom('pool_bindings')
        .where('pool_name', '=', pool)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (removed.numDeletedRows === 0n) throw notFound(`binding of pool ${pool} to workspace`, workspaceId);
    }
  });
  return {};
};

/** What everybody falls back to belongs to nobody. */
export function refuseDefaultPool({ resourcePoolName: name }: Pick<Places, 'resourcePoolName'>, ctx: Context): void {
  if (isDefaultPool(ctx.master.config, name)) {
    throw failedPrecondition(`default resource pool ${name} cannot be bound to any workspace`);
  }
}

function checkBindable(request: Places, ctx: Context): void {
  const { resourcePoolName: name } = request;
  if (!ctx.master.config.resource_pools.some(({ pool_name }) => pool_name === name)) {
    throw notFound('resource pool', name);
  }
  refuseDefaultPool(request, ctx);
}

async function bind(tx: Tx, ctx: Context, places: Places): Promise<void> {
  const ids = await workspacesOf(tx, places);
  if (ids.length === 0) return;
  const after = { workspace_ids: ids };
  await recordAudit(tx, ctx, { action: 'assign', kind: 'resourcePool', id: places.resourcePoolName, after });
  const rows = ids.map((workspace_id) => ({ pool_name: places.resourcePoolName, workspace_id }));
  try {
    await tx.insertInto('pool_bindings').values(rows).execute();
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw alreadyExists(`pool ${places.resourcePoolName} is bound to one of these workspaces already`);
  }
}

/** The workspaces by id or name; each has to be there. */
async function workspacesOf(db: Db, { workspaceIds, workspaceNames }: Places): Promise<number[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([eb('id', '=', eb.fn.any(eb.val(workspaceIds))), eb('name', '=', eb.fn.any(eb.val(workspaceNames)))]),
    )
    .execute();
  const lostId = workspaceIds.find((id) => !rows.some((row) => row.id === id));
  if (lostId !== undefined) throw notFound('workspace', lostId);
  const lostName = workspaceNames.find((name) => !rows.some((row) => row.name === name));
  if (lostName !== undefined) throw notFound('workspace', lostName);
  return rows.map(({ id }) => id);
}
