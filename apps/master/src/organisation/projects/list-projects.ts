import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { maxRecentProjects } from '@determined/contract/limits.ts';
import type { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { GetWorkspaceProjectsRequestSortBy } from '@determined/contract/organisation/workspaces-generated.ts';
import type { getWorkspaceProjectsRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { pageOf } from '@determined/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { readProjects } from './project-view.ts';

/** Filters and orders: platform semantics 6.11. The id decides among equals; its direction follows the order. */
export const listWorkspaceProjects: Handler<typeof getWorkspaceProjectsRoute> = async (request, ctx) => {
  let query = ctx.db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.id')
    .where(visible('project', ctx, { workspace: 'p.workspace_id' }));
  if (request.id !== 0) {
    const workspace = await ctx.db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', request.id)
      .executeTakeFirst();
    if (!workspace) throw notFound('workspace', request.id);
    query = query.where('p.workspace_id', '=', request.id);
  }
  if (request.name !== '') query = query.where('p.name', 'ilike', request.name);
  if (request.archived !== null) query = query.where(sql<boolean>`(p.archived or w.archived)`, '=', request.archived);
  if (request.users.length > 0) query = query.where('u.username', 'in', request.users);
  if (request.userIds.length > 0) query = query.where('p.user_id', 'in', request.userIds);

  const descending = request.orderBy === 'ORDER_BY_DESC';
  const key = orders[request.sortBy];
  const ordered = descending
    ? query.orderBy(key, (by) => by.desc().nullsLast()).orderBy('p.id', 'desc')
    : query.orderBy(key, (by) => by.asc().nullsFirst()).orderBy('p.id', 'asc');
  const found = await boundedSearch(ctx, (tx) => tx.executeQuery(ordered));
  const ids = found.rows.map(({ id }) => id);
  const { items, pagination } = pageOf(ids, request);
  // As the real server does, the list leaves out the name of the workspace it is asked for.
  const projects = (await readProjects(ctx.db, items)).map((project) => ({ ...project, workspaceName: '' }));
  return { projects, pagination };
};

const orders: Record<GetWorkspaceProjectsRequestSortBy, RawBuilder<unknown>> = {
  SORT_BY_UNSPECIFIED: sql`p.id`,
  SORT_BY_ID: sql`p.id`,
  SORT_BY_CREATION_TIME: sql`p.created_at`,
  SORT_BY_LAST_EXPERIMENT_START_TIME: sql`(select max(e.start_time) from experiments e where e.project_id = p.id)`,
  SORT_BY_NAME: sql`p.name collate "und-x-icu"`,
  SORT_BY_DESCRIPTION: sql`p.description collate "und-x-icu"`,
};

/** The projects that the caller visited, the latest first. */
export const listRecentProjects: Handler<typeof getProjectsByUserActivityRoute> = async ({ limit }, ctx) => {
  if (limit > maxRecentProjects) throw invalidArgument('Bad request: limit is required and must be <= 500');
  if (limit < 0) throw invalidArgument(`limit: ${limit} is not allowed`);
  const visits = await ctx.db
    .selectFrom('project_visits')
    .select('project_id')
    .where('user_id', '=', ctx.user.id)
    .where(visible('project', ctx, { project: 'project_id' }))
    .orderBy('visited_at', 'desc')
    .orderBy('project_id')
    .limit(limit)
    .execute();
  return {
    projects: await readProjects(
      ctx.db,
      visits.map((visit) => visit.project_id),
    ),
  };
};
