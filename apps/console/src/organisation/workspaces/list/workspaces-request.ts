import type { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Request } from '#platform/api/call.ts';

/** How the list of workspaces is filtered and ordered. */
export interface WorkspaceOrder {
  archived?: true;
  sort?: 'newest';
}

/**
 * The read of the workspaces that the address asks for. All at once in both views: the fixed workspace has to be left out, which
 * the call can't, so pages are cut by the page.
 */
export function workspacesRequest(search: WorkspaceOrder, userIds: number[]): Request<typeof getWorkspacesRoute> {
  const newest = search.sort === 'newest';
  return {
    limit: 0,
    userIds,
    archived: search.archived ? null : false,
    sortBy: newest ? 'SORT_BY_ID' : 'SORT_BY_NAME',
    orderBy: newest ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC',
  };
}
