import { notFound } from '@determined/contract/errors.ts';
import type {
  patchTemplateConfigRoute,
  patchTemplateNameRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { checkTemplateName } from './template-rules.ts';
import { updateTemplate } from './template-store.ts';
import { templateView } from './template-view.ts';

/** The new configuration takes the place of the old one, whole. */
export const patchTemplateConfig: Handler<typeof patchTemplateConfigRoute> = async (request, ctx) => {
  const config = JSON.stringify(request.config ?? {});
  const row = await inTransaction(ctx.db, (tx) => replaceConfig(ctx, tx, request.templateName, config));
  return { template: templateView(row) };
};

export const patchTemplateName: Handler<typeof patchTemplateNameRoute> = async ({ oldName, newName }, ctx) => {
  // Nothing is named, so that nobody has asked yet whether it may be seen.
  if (oldName === '') throw notFound('template');
  checkTemplateName(newName);
  const row = await inTransaction(ctx.db, async (tx) => {
    const [before, after] = [{ name: oldName }, { name: newName }];
    await recordAudit(tx, ctx, { action: 'change', kind: 'template', name: oldName, before, after });
    return updateTemplate(tx, oldName, { name: newName });
  });
  return { template: templateView(row) };
};

/** Stores it and writes down that it was, not what stood in it: configurations hold secrets. */
export async function replaceConfig(ctx: Context, tx: Tx, name: string, config: string) {
  await recordAudit(tx, ctx, { action: 'change', kind: 'template', name });
  return updateTemplate(tx, name, { config });
}
