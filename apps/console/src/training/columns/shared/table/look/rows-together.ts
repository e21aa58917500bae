import { useMemo } from 'react';
import { commonMetric } from '../common-metric.ts';
import type { TableRow } from '../table-kind.ts';

/** What rows say together. */
export interface RowsTogether {
  /** That all of them share. */
  metric: ReturnType<typeof commonMetric>;
  /** 0 where there are none. */
  greatestId: number;
}

export const rowsTogether = (rows: readonly TableRow[]): RowsTogether => ({
  metric: commonMetric(rows),
  greatestId: Math.max(0, ...rows.map((row) => row.id)),
});

/** One and the same for as long as the rows say the same: other columns are other cells in every row. */
export function useTogether(rows: readonly TableRow[]): RowsTogether {
  const { metric, greatestId } = rowsTogether(rows);
  const { name, smallerIsBetter } = metric ?? {};
  return useMemo(
    () => ({
      metric: name === undefined || smallerIsBetter === undefined ? undefined : { name, smallerIsBetter },
      greatestId,
    }),
    [name, smallerIsBetter, greatestId],
  );
}
