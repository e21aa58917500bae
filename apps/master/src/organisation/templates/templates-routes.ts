import * as contract from '@determined/contract/organisation/templates-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { createTemplate, putTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { getTemplate } from './get-template.ts';
import { listTemplates } from './list-templates.ts';
import { patchTemplateConfig, patchTemplateName } from './patch-template.ts';

export const templatesRoutes: Served[] = [
  serve(contract.getTemplatesRoute, listTemplates),
  serve(contract.getTemplateRoute, getTemplate),
  serve(contract.putTemplateRoute, putTemplate),
  serve(contract.postTemplateRoute, createTemplate),
  serve(contract.patchTemplateConfigRoute, patchTemplateConfig),
  serve(contract.patchTemplateNameRoute, patchTemplateName),
  serve(contract.deleteTemplateRoute, deleteTemplate),
];
