import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';

export type ExperimentRows = ExtReplyOf<typeof getExperimentRowsRoute>;
export type ExperimentRow = ExperimentRows['rows'][number];

/** The metric that all rows share, which then names the column and may be tinted; undefined when they differ. */
export function commonMetric(rows: readonly ExperimentRow[]): { name: string; smallerIsBetter: boolean } | undefined {
  const [first] = rows;
  if (!first?.searcherMetric) return undefined;
  const same = rows.every(
    (row) => row.searcherMetric === first.searcherMetric && row.smallerIsBetter === first.smallerIsBetter,
  );
  return same ? { name: first.searcherMetric, smallerIsBetter: first.smallerIsBetter } : undefined;
}
