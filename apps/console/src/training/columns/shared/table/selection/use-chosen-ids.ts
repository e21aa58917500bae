import { useQueries } from '@tanstack/react-query';
import type { ColumnTableSearch } from '../kept-table.ts';
import { rowsRequest } from '../rows-request.ts';
import type { TableKind, TableRow } from '../table-kind.ts';
import { isSelected, type Selection } from './selection.ts';

/** Of all that a filter finds so many are asked for at once. */
const rowsAtOnce = 1000;

/** The ids of what is ticked, of so many that the filter finds; undefined while they are read. For few of them. */
export function useChosenIds<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  selection: Selection,
  total: number,
) {
  const { params, query } = rowsRequest(kind, projectId, search);
  const pages = selection.type === 'ONLY_IN' ? 0 : Math.ceil(total / rowsAtOnce);
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      kind.read({ params, query: { ...query, columns: [], offset: page * rowsAtOnce, limit: rowsAtOnce } }),
    ),
    combine: (results) => {
      const failed = results.find(({ error }) => error);
      const found = results.flatMap(({ data }) => data?.rows ?? []).map(({ id }) => id);
      const read = results.every(({ data }) => data);
      return {
        ids:
          selection.type === 'ONLY_IN'
            ? selection.selections
            : read
              ? found.filter((id) => isSelected(selection, id))
              : undefined,
        error: failed?.error,
        retry: () => void failed?.refetch(),
      };
    },
  });
}
