import type { getModelVersionsRoute } from '@determined/contract/registry/models-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

export const versionTable: TableDefinition = {
  sorts: ['version'],
  defaultSort: { columnId: 'version', direction: 'desc' },
  pageSizes: [10, 20, 50, 100],
};

/** The read of the part of a model's versions that the address asks for. */
export function versionsRequest(modelName: string, search: TableSearch): Request<typeof getModelVersionsRoute> {
  const { sort, offset, pageSize } = tablePart(versionTable, search);
  return {
    modelName,
    sortBy: 'SORT_BY_VERSION',
    orderBy: sort.direction === 'desc' ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC',
    offset,
    limit: pageSize,
  };
}
