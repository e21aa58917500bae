import type { getWorkspaceProjectsRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Request } from '#platform/api/call.ts';
import type { ProjectListSearch } from '../../shared/project-list-search.ts';

/** Projects on a page of the list. */
export const projectsPageSize = 100;

const orders = {
  updated: { sortBy: 'SORT_BY_LAST_EXPERIMENT_START_TIME', orderBy: 'ORDER_BY_DESC' },
  name: { sortBy: 'SORT_BY_NAME', orderBy: 'ORDER_BY_ASC' },
  newest: { sortBy: 'SORT_BY_CREATION_TIME', orderBy: 'ORDER_BY_DESC' },
} as const;

/** The read of a workspace's projects that the address asks for. With the workspace all its projects are archived. */
export function projectsRequest(
  workspace: { id: number; archived?: boolean },
  search: ProjectListSearch,
  userIds: number[],
): Request<typeof getWorkspaceProjectsRoute> {
  return {
    id: workspace.id,
    limit: projectsPageSize,
    offset: ((search.page ?? 1) - 1) * projectsPageSize,
    userIds,
    archived: search.archived || workspace.archived ? null : false,
    ...orders[search.sort ?? 'updated'],
  };
}
