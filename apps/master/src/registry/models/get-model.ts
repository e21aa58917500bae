import type { getModelRoute } from '@determined/contract/registry/models-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findModel, modelNotFound } from './find-model.ts';
import { readModel } from './model-view.ts';

export const getModel: Handler<typeof getModelRoute> = async ({ modelName }, { db }) => {
  const row = await findModel(db, modelName);
  if (!row) throw modelNotFound(modelName);
  return { model: await readModel(db, row.id) };
};
