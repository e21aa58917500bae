import type { TableRow } from './table-kind.ts';

/** The metric that all rows share, which then names the column and may be tinted; undefined when they differ. */
export function commonMetric(rows: readonly TableRow[]): { name: string; smallerIsBetter: boolean } | undefined {
  const [{ searcherMetric: name, smallerIsBetter } = {}] = rows.map((row) => row.cells);
  // Of a detached job whose metric nobody has named, the client writes this.
  if (!name || name === 'unmanaged' || smallerIsBetter === undefined) return undefined;
  const same = rows.every(({ cells }) => cells.searcherMetric === name && cells.smallerIsBetter === smallerIsBetter);
  return same ? { name, smallerIsBetter } : undefined;
}
