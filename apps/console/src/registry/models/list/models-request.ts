import type { GetModelsRequestSortBy } from '@determined/contract/registry/models-generated.ts';
import type { getModelsRoute } from '@determined/contract/registry/models-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

/** What the address of a list of models says. */
export interface ModelSearch extends TableSearch {
  archived?: true;
  name?: string;
  description?: string;
  workspaces?: number[];
  tags?: string[];
  users?: number[];
}

const orders: Readonly<Record<string, GetModelsRequestSortBy>> = {
  name: 'SORT_BY_NAME',
  description: 'SORT_BY_DESCRIPTION',
  workspace: 'SORT_BY_WORKSPACE',
  versions: 'SORT_BY_NUM_VERSIONS',
  created: 'SORT_BY_CREATION_TIME',
  updated: 'SORT_BY_LAST_UPDATED_TIME',
};

export const modelTable: TableDefinition = {
  sorts: Object.keys(orders),
  defaultSort: { columnId: 'created', direction: 'desc' },
  pageSizes: [20, 40, 80],
};

/** The read of the part of the list that the address asks for. */
export function modelsRequest(search: ModelSearch): Request<typeof getModelsRoute> {
  const { sort, offset, pageSize } = tablePart(modelTable, search);
  return {
    name: search.name ?? '',
    description: search.description ?? '',
    workspaceIds: search.workspaces ?? [],
    labels: search.tags ?? [],
    userIds: search.users ?? [],
    archived: search.archived ? null : false,
    sortBy: orders[sort.columnId],
    orderBy: sort.direction === 'desc' ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC',
    offset,
    limit: pageSize,
  };
}
