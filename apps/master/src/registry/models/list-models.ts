import { pageOf } from '@determined/contract/paging.ts';
import type { GetModelsRequestSortBy } from '@determined/contract/registry/models-generated.ts';
import type { getModelLabelsRoute, getModelsRoute } from '@determined/contract/registry/models-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { numVersions, readModels } from './model-view.ts';

/** Filters and orders: platform semantics 6.11. */
export const listModels: Handler<typeof getModelsRoute> = async (request, ctx) => {
  let query = ctx.db
    .selectFrom('models as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select('m.id')
    .where(visible('model', ctx, { workspace: 'm.workspace_id' }));
  if (request.name !== '') query = query.where('m.name', 'ilike', `%${request.name}%`);
  if (request.description !== '') query = query.where('m.description', 'ilike', `%${request.description}%`);
  if (request.labels.length > 0) query = query.where(sql<boolean>`m.labels && ${request.labels}::text[]`);
  if (request.archived !== null) query = query.where('m.archived', '=', request.archived);
  if (request.users.length > 0) query = query.where('u.username', 'in', request.users);
  if (request.userIds.length > 0) query = query.where('m.user_id', 'in', request.userIds);
  if (request.workspaceNames.length > 0) query = query.where('w.name', 'in', request.workspaceNames);
  if (request.workspaceIds.length > 0) query = query.where('m.workspace_id', 'in', request.workspaceIds);
  if (request.id !== 0) query = query.where('m.id', '=', request.id);
  const direction = request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc';
  const key = keys[request.sortBy];
  const ordered = (key ? query.orderBy(key, direction) : query).orderBy('m.id', direction);
  const found = await boundedSearch(ctx, (tx) => tx.executeQuery(ordered));
  const { items, pagination } = pageOf(
    found.rows.map(({ id }) => id),
    request,
  );
  return { models: await readModels(ctx.db, items), pagination };
};

const keys: Partial<Record<GetModelsRequestSortBy, RawBuilder<unknown>>> = {
  SORT_BY_NAME: sql`m.name collate "und-x-icu"`,
  SORT_BY_DESCRIPTION: sql`m.description collate "und-x-icu"`,
  SORT_BY_CREATION_TIME: sql`m.created_at`,
  SORT_BY_LAST_UPDATED_TIME: sql`m.updated_at`,
  SORT_BY_NUM_VERSIONS: numVersions,
  SORT_BY_WORKSPACE: sql`w.name collate "und-x-icu"`,
};

/** Those that most models have first. */
export const listModelLabels: Handler<typeof getModelLabelsRoute> = async ({ workspaceId }, ctx) => {
  let query = ctx.db
    .selectFrom('models as m')
    .innerJoin(sql<{ label: string }>`lateral (select distinct unnest(m.labels) as label)`.as('l'), (join) =>
      join.onTrue(),
    )
    .select('l.label')
    .where(visible('model', ctx, { workspace: 'm.workspace_id' }))
    .groupBy('l.label')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`l.label collate "und-x-icu"`)
    .orderBy('l.label');
  if (workspaceId) query = query.where('m.workspace_id', '=', workspaceId);
  const rows = await query.execute();
  return { labels: rows.map(({ label }) => label) };
};
