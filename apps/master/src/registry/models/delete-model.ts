import type { deleteModelRoute } from '@determined/contract/registry/models-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { deleteModelRow, holdModel } from './model-store.ts';

/** Archived or not. */
export const deleteModel: Handler<typeof deleteModelRoute> = async ({ modelName }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    const row = await holdModel(tx, modelName);
    await deleteModelRow(tx, row);
    await recordAudit(tx, ctx, { action: 'delete', kind: 'model', id: row.id, name: row.name });
  });
  return {};
};
