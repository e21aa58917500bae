import * as contract from '@determined/contract/registry/models-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { archiveModel, unarchiveModel } from './archive-model.ts';
import { createModel } from './create-model.ts';
import { deleteModel } from './delete-model.ts';
import { getModel } from './get-model.ts';
import { listModelLabels, listModels } from './list-models.ts';
import { moveModel } from './move-model.ts';
import { patchModel } from './patch-model.ts';

export const modelsRoutes: Served[] = [
  serve(contract.getModelRoute, getModel),
  serve(contract.postModelRoute, createModel),
  serve(contract.patchModelRoute, patchModel),
  serve(contract.archiveModelRoute, archiveModel),
  serve(contract.unarchiveModelRoute, unarchiveModel),
  serve(contract.moveModelRoute, moveModel),
  serve(contract.deleteModelRoute, deleteModel),
  serve(contract.getModelsRoute, listModels),
  serve(contract.getModelLabelsRoute, listModelLabels),
  serve(contract.getModelVersionRoute, notImplemented),
  serve(contract.getModelVersionsRoute, notImplemented),
  serve(contract.postModelVersionRoute, notImplemented),
  serve(contract.patchModelVersionRoute, notImplemented),
  serve(contract.deleteModelVersionRoute, notImplemented),
  serve(contract.getTrialMetricsByModelVersionRoute, notImplemented),
];
