import { notFound } from '@determined/contract/errors.ts';
import type { getTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findTemplate } from './shared/find-template.ts';
import { templateView } from './template-view.ts';

export const getTemplate: Handler<typeof getTemplateRoute> = async ({ templateName: name }, ctx) => {
  const row = await findTemplate(ctx.db, name);
  if (!row) throw notFound('template', name);
  return { template: templateView(row) };
};
