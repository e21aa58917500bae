import { useCallback, useEffect, useRef } from 'react';
import type { DataGridProps } from './data-grid-props.ts';
import type { Span } from './grid-window.ts';

/** Tells which rows are in sight; what it gives says so between two renders. */
export function useSight(
  { from, to }: Span,
  { count, onRangeChange }: Pick<DataGridProps<never>, 'count' | 'onRangeChange'>,
): (rows: Span) => void {
  const loading = count === undefined;
  const told = useRef<Span>(undefined);
  // The pages behind the window are fetched by whoever owns the rows.
  useEffect(() => {
    told.current = { from, to };
    if (!loading) onRangeChange?.(from, to - 1);
  }, [onRangeChange, from, to, loading]);
  return useCallback(
    (rows) => {
      if (loading || (told.current?.from === rows.from && told.current.to === rows.to)) return;
      told.current = rows;
      onRangeChange?.(rows.from, rows.to - 1);
    },
    [onRangeChange, loading],
  );
}
