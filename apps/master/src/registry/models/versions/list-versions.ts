import { pageOf } from '@determined/contract/paging.ts';
import type { getModelVersionsRoute } from '@determined/contract/registry/models-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findModel, modelNotFound } from '../find-model.ts';
import { readModel } from '../model-view.ts';
import { readVersions } from './version-view.ts';

export const listModelVersions: Handler<typeof getModelVersionsRoute> = async (request, { db }) => {
  const model = await findModel(db, request.modelName);
  if (!model) throw modelNotFound(request.modelName);
  const rows = await db
    .selectFrom('model_versions')
    .select('id')
    .where('model_id', '=', model.id)
    .orderBy(
      request.sortBy === 'SORT_BY_CREATION_TIME' ? 'created_at' : 'version',
      request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc',
    )
    .execute();
  const { items, pagination } = pageOf(
    rows.map(({ id }) => id),
    request,
  );
  return { model: await readModel(db, model.id), modelVersions: await readVersions(db, model.id, items), pagination };
};
