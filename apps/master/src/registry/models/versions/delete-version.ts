import type { deleteModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { holdModel } from '../model-store.ts';
import { deleteVersionRow, findVersion } from './version-store.ts';

/** The checkpoint stays, and may be deleted from now on. */
export const deleteModelVersion: Handler<typeof deleteModelVersionRoute> = async (request, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    const model = await holdModel(tx, request.modelName);
    const { id, version } = await findVersion(tx, model, request.modelVersionNum);
    await ctx.require('modelVersion', id, tx);
    await deleteVersionRow(tx, model, id);
    await recordAudit(tx, ctx, { action: 'delete', kind: 'modelVersion', id, name: `${model.name} ${version}` });
  });
  return {};
};
