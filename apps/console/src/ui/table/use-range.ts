import { useEffect } from 'react';
import type { DataGridProps } from './data-grid-props.ts';

/** Tells which rows are drawn of those that a virtualizer has in its window. */
export function useRange(
  items: readonly { index: number }[],
  { count, onRangeChange }: Pick<DataGridProps<never>, 'count' | 'onRangeChange'>,
): void {
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const loading = count === undefined;
  // The pages behind the window are fetched by whoever owns the rows.
  useEffect(() => {
    if (!loading) onRangeChange?.(first, last);
  }, [onRangeChange, first, last, loading]);
}
