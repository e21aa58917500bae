import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import type { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';

export type ExperimentRows = ExtReplyOf<typeof getExperimentRowsRoute>;
export type ExperimentRow = ExperimentTableRow;

/** The metric that all rows share, which then names the column and may be tinted; undefined when they differ. */
export function commonMetric(rows: readonly ExperimentRow[]): { name: string; smallerIsBetter: boolean } | undefined {
  const [{ searcherMetric: name, smallerIsBetter } = {}] = rows.map((row) => row.cells);
  // Of a detached job whose metric nobody has named, the client writes this.
  if (!name || name === 'unmanaged' || smallerIsBetter === undefined) return undefined;
  const same = rows.every(({ cells }) => cells.searcherMetric === name && cells.smallerIsBetter === smallerIsBetter);
  return same ? { name, smallerIsBetter } : undefined;
}
