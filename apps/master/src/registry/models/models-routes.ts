import * as contract from '@determined/contract/registry/models-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { archiveModel, unarchiveModel } from './archive-model.ts';
import { createModel } from './create-model.ts';
import { deleteModel } from './delete-model.ts';
import { getModel } from './get-model.ts';
import { listModelLabels, listModels } from './list-models.ts';
import { moveModel } from './move-model.ts';
import { patchModel } from './patch-model.ts';
import { createModelVersion } from './versions/create-version.ts';
import { deleteModelVersion } from './versions/delete-version.ts';
import { getModelVersion } from './versions/get-version.ts';
import { getModelVersionMetrics } from './versions/get-version-metrics.ts';
import { listModelVersions } from './versions/list-versions.ts';
import { patchModelVersion } from './versions/patch-version.ts';

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
  serve(contract.getModelVersionRoute, getModelVersion),
  serve(contract.getModelVersionsRoute, listModelVersions),
  serve(contract.postModelVersionRoute, createModelVersion),
  serve(contract.patchModelVersionRoute, patchModelVersion),
  serve(contract.deleteModelVersionRoute, deleteModelVersion),
  serve(contract.getTrialMetricsByModelVersionRoute, getModelVersionMetrics),
];
