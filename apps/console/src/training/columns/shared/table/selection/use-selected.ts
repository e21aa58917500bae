import { useQueries } from '@tanstack/react-query';
import type { Chosen } from '#platform/actions/action.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import { rowsRequest } from '../rows-request.ts';
import type { RowsRequest, TableKind, TableRow } from '../table-kind.ts';
import { type Selection, selectedCount } from './selection.ts';

/** Those that are ticked are asked for by so many ids at once, and again every so many ms. */
export const idsAtOnce = 80;
export const selectedPoll = 30_000;
/** Of all that a filter finds so many at once. */
const rowsAtOnce = 1000;

/** What of the ticked rows actions ask, on whichever page they are; undefined while that is read. */
export function useSelected<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  selection: Selection,
  total: number,
) {
  return useQueries({
    queries: selectedRequests(kind, projectId, search, selection, total).map((request) => ({
      ...kind.read(request),
      refetchInterval: selectedPoll,
    })),
    combine: (results) => {
      const failed = results.find(({ error }) => error);
      return {
        rows: results.every(({ data }) => data)
          ? left(
              selection,
              results.flatMap(({ data }) => data?.rows ?? []),
            )
          : undefined,
        error: failed?.error ?? undefined,
        retry: () => void failed?.refetch(),
      };
    },
  });
}

const left = <Row extends TableRow>(selection: Selection, rows: Row[]) =>
  selection.type === 'ONLY_IN' ? rows : rows.filter(({ id }) => !selection.exclusions.includes(id));

/** The reads that give them. */
export function selectedRequests<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  selection: Selection,
  total: number,
): RowsRequest[] {
  if (selectedCount(selection, total) === 0) return [];
  if (selection.type === 'ONLY_IN') {
    const ids = selection.selections;
    const chunks = Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, i) =>
      ids.slice(i * idsAtOnce, (i + 1) * idsAtOnce),
    );
    return chunks.map((chunk) => ({
      params: { projectId },
      query: { ids: chunk.join(), archived: true, columns: [], limit: idsAtOnce },
    }));
  }
  const { params, query } = rowsRequest(kind, projectId, search);
  return Array.from({ length: Math.ceil(total / rowsAtOnce) }, (_, page) => ({
    params,
    query: {
      archived: query.archived,
      filter: query.filter,
      columns: [],
      offset: page * rowsAtOnce,
      limit: rowsAtOnce,
    },
  }));
}

/** The selection as it is frozen for what is done to it: the filter looks once more, at that moment. */
export function frozenSelection<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  selection: Selection,
): Chosen['selection'] {
  if (selection.type === 'ONLY_IN') return { ids: [...selection.selections] };
  const { archived, filter } = rowsRequest(kind, projectId, search).query;
  return { archived, filter, except: [...selection.exclusions] };
}
