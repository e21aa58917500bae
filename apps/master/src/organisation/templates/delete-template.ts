import type { deleteTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { deleteTemplateRow } from './template-store.ts';

/** What was made with it stays as it is. */
export const deleteTemplate: Handler<typeof deleteTemplateRoute> = async ({ templateName }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    await deleteTemplateRow(tx, templateName);
    await recordAudit(tx, ctx, { action: 'delete', kind: 'template', name: templateName });
  });
  return {};
};
