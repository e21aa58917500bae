import type { getModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findModel, modelNotFound } from '../find-model.ts';
import { findVersion } from './version-store.ts';
import { readVersion } from './version-view.ts';

export const getModelVersion: Handler<typeof getModelVersionRoute> = async ({ modelName, modelVersionNum }, { db }) => {
  const model = await findModel(db, modelName);
  if (!model) throw modelNotFound(modelName);
  return { modelVersion: await readVersion(db, await findVersion(db, model, modelVersionNum)) };
};
