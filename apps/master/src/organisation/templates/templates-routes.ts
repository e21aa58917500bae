import * as contract from '@determined/contract/organisation/templates-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const templatesRoutes: Served[] = [
  serve(contract.getTemplatesRoute, notImplemented),
  serve(contract.getTemplateRoute, notImplemented),
  serve(contract.putTemplateRoute, notImplemented),
  serve(contract.postTemplateRoute, notImplemented),
  serve(contract.patchTemplateConfigRoute, notImplemented),
  serve(contract.patchTemplateNameRoute, notImplemented),
  serve(contract.deleteTemplateRoute, notImplemented),
];
