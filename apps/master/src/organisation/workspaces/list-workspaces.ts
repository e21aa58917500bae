import type { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { pageOf } from '@determined/contract/paging.ts';
import { sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { readWorkspaces } from './workspace-view.ts';

/** Filters and orders: platform semantics 6.11. Names are whole patterns, in which clients may put `%`. */
export const listWorkspaces: Handler<typeof getWorkspacesRoute> = async (request, ctx) => {
  let query = ctx.db
    .selectFrom('workspaces as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .leftJoin('workspace_pins as pin', (join) =>
      join.onRef('pin.workspace_id', '=', 'w.id').on('pin.user_id', '=', ctx.user.id),
    )
    .select('w.id')
    .where(visible('workspace', ctx, { workspace: 'w.id' }));
  if (request.name !== '') query = query.where('w.name', 'ilike', request.name);
  if (request.nameCaseSensitive !== '') query = query.where('w.name', 'like', request.nameCaseSensitive);
  if (request.archived !== null) query = query.where('w.archived', '=', request.archived);
  if (request.users.length > 0) query = query.where('u.username', 'in', request.users);
  if (request.userIds.length > 0) query = query.where('w.user_id', 'in', request.userIds);
  if (request.pinned !== null) query = query.where('pin.pinned_at', request.pinned ? 'is not' : 'is', null);

  const direction = request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc';
  if (request.sortBy === 'SORT_BY_NAME') query = query.orderBy(sql`w.name collate "und-x-icu"`, direction);
  else if (request.sortBy === 'SORT_BY_UNSPECIFIED' && request.pinned)
    query = query.orderBy('pin.pinned_at', direction);
  const ordered = query.orderBy('w.id', direction);
  const found = await boundedSearch(ctx, (tx) => tx.executeQuery(ordered));
  const ids = found.rows.map(({ id }) => id);
  const { items, pagination } = pageOf(ids, request);
  const workspaces = await readWorkspaces(ctx.db, items, ctx.user.id);
  // As the real server does, a list leaves out where checkpoints go.
  return { workspaces: workspaces.map((one) => ({ ...one, checkpointStorageConfig: undefined })), pagination };
};
