import { notFound } from '@determined/contract/errors.ts';
import type {
  patchTemplateConfigRoute,
  patchTemplateNameRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { checkTemplateName } from './template-rules.ts';
import { updateTemplate } from './template-store.ts';
import { templateView } from './template-view.ts';

/** The new configuration takes the place of the old one, whole. */
export const patchTemplateConfig: Handler<typeof patchTemplateConfigRoute> = async (request, ctx) => {
  const config = JSON.stringify(request.config ?? {});
  const row = await inTransaction(ctx.db, (tx) => updateTemplate(tx, request.templateName, { config }));
  return { template: templateView(row) };
};

export const patchTemplateName: Handler<typeof patchTemplateNameRoute> = async ({ oldName, newName }, ctx) => {
  // Nothing is named, so that nobody has asked yet whether it may be seen.
  if (oldName === '') throw notFound('template');
  checkTemplateName(newName);
  const row = await inTransaction(ctx.db, (tx) => updateTemplate(tx, oldName, { name: newName }));
  return { template: templateView(row) };
};
