import type { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

/** What the address of the list of groups says. */
export interface GroupSearch extends TableSearch {
  /** Part of a group's name, or of the name of somebody in it. */
  name?: string;
}

export const groupTable: TableDefinition = {
  sorts: ['name', 'users'],
  defaultSort: { columnId: 'name', direction: 'asc' },
  pageSizes: [10, 20, 40, 80],
};

/** The specification's widths: shares of the table, not pixels. */
export const groupWidths = { action: 20, id: 20, name: 40, users: 40 };

/** The read of the part of the list that the address asks for. */
export function groupsRequest(search: GroupSearch): Request<typeof getGroupRowsRoute> {
  const { sort, offset, pageSize } = tablePart(groupTable, search);
  return {
    query: {
      text: search.name ?? '',
      order: sort.columnId === 'users' ? 'members' : 'name',
      descending: sort.direction === 'desc',
      offset,
      limit: pageSize,
    },
  };
}
