import { experimentRowSorts, type getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';
import { sortText } from '#ui/table/sort-string.ts';

export const experimentTable: TableDefinition = {
  sorts: experimentRowSorts,
  defaultSort: { columnId: 'id', direction: 'desc' },
  pageSizes: [20, 40, 80],
};

/** The read of a project's experiments that the address asks for. */
export function experimentRowsRequest(
  projectId: number,
  search: TableSearch & { archived?: boolean },
): Request<typeof getExperimentRowsRoute> {
  const { sort, offset, pageSize } = tablePart(experimentTable, search);
  return {
    params: { projectId },
    query: { offset, limit: pageSize, sort: sortText([sort]), archived: search.archived ?? false },
  };
}
