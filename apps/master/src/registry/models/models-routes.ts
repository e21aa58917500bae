import * as contract from '@determined/contract/registry/models-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const modelsRoutes: Served[] = [
  serve(contract.getModelRoute, notImplemented),
  serve(contract.postModelRoute, notImplemented),
  serve(contract.patchModelRoute, notImplemented),
  serve(contract.archiveModelRoute, notImplemented),
  serve(contract.unarchiveModelRoute, notImplemented),
  serve(contract.moveModelRoute, notImplemented),
  serve(contract.deleteModelRoute, notImplemented),
  serve(contract.getModelsRoute, notImplemented),
  serve(contract.getModelLabelsRoute, notImplemented),
  serve(contract.getModelVersionRoute, notImplemented),
  serve(contract.getModelVersionsRoute, notImplemented),
  serve(contract.postModelVersionRoute, notImplemented),
  serve(contract.patchModelVersionRoute, notImplemented),
  serve(contract.deleteModelVersionRoute, notImplemented),
  serve(contract.getTrialMetricsByModelVersionRoute, notImplemented),
];
