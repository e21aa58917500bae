import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getTableViewsRoute, postTableViewRoute } from '@determined/contract/training/view-ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { readState } from './view-state.ts';
import type { ViewRow } from './view-store.ts';

type View = ExtReplyOf<typeof postTableViewRoute>['view'];

export async function getTableViews(
  { params: { projectId }, query: { table } }: ExtRequestOf<typeof getTableViewsRoute>,
  { db, user }: Context,
): Promise<ExtReplyOf<typeof getTableViewsRoute>> {
  const rows = await db
    .selectFrom('table_views')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('table_key', '=', table)
    .where((eb) => eb.or([eb('shared', '=', true), eb('owner_id', '=', user.id)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { views: rows.map(shownView) };
}

export const shownView = (row: ViewRow): View => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  shared: row.shared,
  isDefault: row.is_default,
  state: readState(row.state),
});
