import { type QueryKey, queryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pagesFor, rowInPages } from './paged-rows.ts';

export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

export interface PagedRowsOptions<Row> {
  /** Key of the list; pages are cached under it by their number. */
  queryKey: QueryKey;
  pageSize?: number;
  fetchPage: (range: { offset: number; limit: number; signal: AbortSignal }) => Promise<RowPage<Row>>;
  enabled?: boolean;
  refetchInterval?: number | false;
  /** Passed on to the queries, e.g. what changes they hear of. */
  meta?: Record<string, unknown>;
}

const usualPage = 100;

/** One page of such a list, for whoever wants no more of it. */
export function pageQuery<Row>(
  { queryKey, pageSize = usualPage, fetchPage, enabled, refetchInterval, meta }: PagedRowsOptions<Row>,
  page: number,
) {
  return queryOptions({
    queryKey: [...queryKey, 'page', page, pageSize],
    queryFn: ({ signal }) => fetchPage({ offset: page * pageSize, limit: pageSize, signal }),
    meta,
    enabled,
    refetchInterval: refetchInterval ?? false,
  });
}

/** Rows of a long list, read page by page as they come into view; what DataGrid asks for. */
export function usePagedRows<Row>(options: PagedRowsOptions<Row>) {
  const { pageSize = usualPage } = options;
  const [range, setRange] = useState({ first: 0, last: 0 });
  const numbers = pagesFor(range.first, range.last, pageSize);
  const results = useQueries({ queries: numbers.map((page) => pageQuery(options, page)) });

  const pages = new Map<number, Row[]>();
  let total: number | undefined;
  let error: Error | null = null;
  results.forEach((result, i) => {
    const page = numbers[i];
    if (page !== undefined && result.data) {
      pages.set(page, result.data.rows);
      total = result.data.total;
    }
    error ??= result.error;
  });
  // A page that is on its way knows no total: the last known one keeps the scroll bar still.
  const [known, setKnown] = useState<number>();
  if (total !== undefined && total !== known) setKnown(total);

  const onRangeChange = useCallback(
    (first: number, last: number) =>
      setRange((old) => (old.first === first && old.last === last ? old : { first, last })),
    [],
  );
  return {
    count: total ?? known,
    rowAt: (index: number) => rowInPages(pages, index, pageSize),
    onRangeChange,
    error,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  };
}
