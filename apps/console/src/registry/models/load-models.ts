import {
  getModelRoute,
  getModelsRoute,
  getModelVersionRoute,
  getModelVersionsRoute,
} from '@determined/contract/registry/models-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { versionsRequest } from '../shared/versions-request.ts';
import { type ModelSearch, modelsRequest } from './list/models-request.ts';

export const loadModels = (search: ModelSearch): void => prefetch(getModelsRoute, modelsRequest(search));

export function loadModel(modelName: string, search: TableSearch): void {
  if (modelName.trim() === '') return;
  prefetch(getModelRoute, { modelName });
  prefetch(getModelVersionsRoute, versionsRequest(modelName, search));
}

export function loadVersion(modelName: string, number: string): void {
  const modelVersionNum = numberOf(number);
  if (modelVersionNum !== undefined) prefetch(getModelVersionRoute, { modelName, modelVersionNum });
}
