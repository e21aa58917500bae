import type { archiveModelRoute, unarchiveModelRoute } from '@determined/contract/registry/models-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { changeModel } from './change-model.ts';
import { holdModel } from './model-store.ts';

export const archiveModel: Handler<typeof archiveModelRoute> = ({ modelName }, ctx) =>
  setArchived(ctx, modelName, true);

export const unarchiveModel: Handler<typeof unarchiveModelRoute> = ({ modelName }, ctx) =>
  setArchived(ctx, modelName, false);

async function setArchived(ctx: Context, modelName: string, archived: boolean) {
  await inTransaction(ctx.db, async (tx) => changeModel(ctx, tx, await holdModel(tx, modelName), { archived }));
  return {};
}
