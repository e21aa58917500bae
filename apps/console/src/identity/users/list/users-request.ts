import type { GetUsersRequestSortBy } from '@determined/contract/identity/users-generated.ts';
import type { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

/** What the address of the list of users says. */
export interface UserSearch extends TableSearch {
  name?: string;
  role?: 'admin' | 'non-admin';
  status?: 'active' | 'deactivated';
}

const sorts: Record<string, GetUsersRequestSortBy> = {
  displayName: 'SORT_BY_NAME',
  isActive: 'SORT_BY_ACTIVE',
  isAdmin: 'SORT_BY_ADMIN',
  remote: 'SORT_BY_REMOTE',
  modifiedAt: 'SORT_BY_MODIFIED_TIME',
  lastAuthAt: 'SORT_BY_LAST_AUTH_TIME',
};

export const userTable: TableDefinition = {
  sorts: Object.keys(sorts),
  defaultSort: { columnId: 'modifiedAt', direction: 'desc' },
  pageSizes: [10, 20, 40, 80],
};

/** The read of the part of the list that the address asks for; without roles in force there is the admin flag to filter by. */
export function usersRequest(search: UserSearch): Request<typeof getUsersRoute> {
  const { sort, offset, pageSize } = tablePart(userTable, search);
  return {
    name: search.name,
    admin: search.role && search.role === 'admin',
    active: search.status && search.status === 'active',
    sortBy: sorts[sort.columnId],
    orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
    offset,
    limit: pageSize,
  };
}
