import { useQueries, useQuery } from '@tanstack/react-query';
import type { Chosen } from '#platform/actions/action.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import { rowsRequest } from '../rows-request.ts';
import type { RowsRequest, TableKind, TableRow } from '../table-kind.ts';
import type { Selection } from './selection.ts';

/** Those that are ticked are asked for by so many ids at once, and again every so many ms. */
export const idsAtOnce = 80;
export const selectedPoll = 30_000;

/**
 * What of the ticked rows actions ask, on whichever page they are; undefined while that is read. Of all that a filter finds, a row
 * stands for those alike.
 */
export function useSelected<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
  selection: Selection,
) {
  const byIds = useQueries({
    queries: (selection.type === 'ONLY_IN' ? requestsOf(projectId, selection.selections) : []).map((request) => ({
      ...kind.read(request),
      refetchInterval: selectedPoll,
    })),
    combine: (results) => {
      const failed = results.find(({ error }) => error);
      return {
        rows: results.every(({ data }) => data) ? results.flatMap(({ data }) => data?.rows ?? []) : undefined,
        error: failed?.error ?? undefined,
        retry: () => void failed?.refetch(),
      };
    },
  });
  const { filter, archived = false } = rowsRequest(kind, projectId, search).query;
  const except = selection.type === 'ALL_EXCEPT' ? [...selection.exclusions] : [];
  const byFilter = useQuery({
    ...kind.alike({ params: { projectId }, body: { filter, archived, except } }),
    enabled: selection.type === 'ALL_EXCEPT',
    refetchInterval: selectedPoll,
  });
  if (selection.type === 'ONLY_IN') return byIds;
  return {
    rows: byFilter.data?.alike,
    error: byFilter.error ?? undefined,
    retry: () => void byFilter.refetch(),
  };
}

/** The reads of these. */
export function requestsOf(projectId: number, ids: readonly number[]): RowsRequest[] {
  const chunks = Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, i) =>
    ids.slice(i * idsAtOnce, (i + 1) * idsAtOnce),
  );
  return chunks.map((chunk) => ({
    params: { projectId },
    query: { ids: chunk.join(), archived: true, columns: [], limit: idsAtOnce },
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
