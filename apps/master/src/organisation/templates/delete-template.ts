import type { deleteTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deleteTemplateRow } from './template-store.ts';

/** What was made with it stays as it is. */
export const deleteTemplate: Handler<typeof deleteTemplateRoute> = async ({ templateName }, ctx) => {
  await inTransaction(ctx.db, (tx) => deleteTemplateRow(tx, templateName));
  return {};
};
