import { metricColumn } from '@determined/contract/training/column-facts.ts';
import { metricDirection } from '@determined/contract/training/metric-direction.ts';
import { heatStrength } from '#ui/table/heat.ts';
import type { commonMetric } from '../common-metric.ts';
import { cellOf, type TableRow } from '../table-kind.ts';

export interface MetricRange {
  metricsName: string;
  min: number;
  max: number;
}

/** How good a column's values are: how strongly a row's is tinted, and between which values. */
export interface ColumnHeat {
  strength: (row: TableRow) => number | undefined;
  worst: number;
  best: number;
}

const searcherColumn = 'searcherMetricsVal';

/** Columns that may be tinted: of the searcher's metric, and of what is reported as validation or training; numbers alone. */
export function heatColumns(shown: readonly string[], rows: readonly TableRow[]): string[] {
  return shown.filter((id) => {
    const group = metricColumn(id)?.group;
    if (id !== searcherColumn && group !== 'validation' && group !== 'training') return false;
    return rows.every((row) => {
      const value = cellOf(row, id);
      return value === undefined || value === null || typeof value === 'number';
    });
  });
}

/** Undefined where there is nothing to compare with, or where rows mean different things by it. */
export function heatOf(
  id: string,
  ranges: readonly MetricRange[],
  searcher: ReturnType<typeof commonMetric>,
): ColumnHeat | undefined {
  const range = ranges.find(({ metricsName }) => metricsName === id);
  const metric = metricColumn(id);
  if (!range || (!metric && !searcher)) return undefined;
  const { smallerIsBetter } = metric
    ? metricDirection(
        metric.name,
        { metric: searcher?.name ?? '', smallerIsBetter: searcher?.smallerIsBetter ?? true },
        [],
      )
    : { smallerIsBetter: searcher?.smallerIsBetter ?? true };
  return {
    strength: (row) => {
      const value = cellOf(row, id);
      return typeof value === 'number' ? heatStrength(value, range, smallerIsBetter) : undefined;
    },
    worst: smallerIsBetter ? range.max : range.min,
    best: smallerIsBetter ? range.min : range.max,
  };
}
