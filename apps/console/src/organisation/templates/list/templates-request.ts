import type { getTemplatesRoute } from '@determined/contract/organisation/templates-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

/** What the address of a list of templates says. */
export interface TemplateSearch extends TableSearch {
  /** Part of a name. */
  name?: string;
  /** Those of one workspace. */
  workspace?: number;
}

export const templateTable: TableDefinition = {
  sorts: ['name'],
  defaultSort: { columnId: 'name', direction: 'asc' },
  pageSizes: [20, 40, 80],
};

/** The read of the part of the list that the address asks for. */
export function templatesRequest(search: TemplateSearch): Request<typeof getTemplatesRoute> {
  const { sort, offset, pageSize } = tablePart(templateTable, search);
  return {
    name: search.name ?? '',
    workspaceIds: search.workspace === undefined ? [] : [search.workspace],
    sortBy: 'SORT_BY_NAME',
    orderBy: sort.direction === 'desc' ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC',
    offset,
    limit: pageSize,
  };
}
