import { ApiError, notFound } from '@determined/contract/errors.ts';
import type { moveModelRoute } from '@determined/contract/registry/models-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { holdTakingWorkspace } from '../../organisation/workspaces/shared/hold-open-workspace.ts';
import { changeModel } from './change-model.ts';
import { findModel } from './find-model.ts';
import { refuseArchived } from './model-rules.ts';
import { holdModel, modelChanged } from './model-store.ts';
import type { ModelRow } from './model-tables.ts';

/** With all its versions. Where it is already it stays. */
export const moveModel: Handler<typeof moveModelRoute> = async ({ modelName, destinationWorkspaceId }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    await holdDestination(tx, modelName, destinationWorkspaceId);
    const row = await holdModel(tx, modelName);
    refuseArchived(row, 'be moved');
    await moveTo(ctx, tx, row, destinationWorkspaceId);
  });
  return {};
};

/** Before the model, as rows are locked from the workspace down. */
export async function holdDestination(tx: Tx, modelName: string, workspaceId: number): Promise<void> {
  const before = await findModel(tx, modelName);
  if (before?.workspace_id !== workspaceId) await holdTakingWorkspace(tx, workspaceId, 'models');
}

export async function moveTo(ctx: Context, tx: Tx, row: ModelRow, workspaceId: number): Promise<void> {
  if (row.workspace_id === workspaceId) return;
  await changeModel(ctx, tx, row, { workspace_id: workspaceId });
  publish(tx, modelChanged, { workspaceId: row.workspace_id });
  // Who might see it may be others now.
  publish(tx, rightsChanged, { userId: null });
}

/** The workspace of a name that a model is to be in; one that is hidden is as unknown as one that is not there. */
export async function namedWorkspace(ctx: Context, tx: Tx, name: string): Promise<number> {
  const row = await tx.selectFrom('workspaces').select('id').where('name', '=', name).executeTakeFirst();
  if (!row) throw notFound('workspace', name);
  await ctx.require('workspace', row.id, tx).catch((error) => {
    throw error instanceof ApiError && error.code === 'NotFound' ? notFound('workspace', name) : error;
  });
  return row.id;
}
