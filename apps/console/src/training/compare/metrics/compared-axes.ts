import { type XAxis, xAxes } from '#training/metrics/shared/metric-series.ts';
import type { ChartAxis } from '#ui/chart/chart-axis.ts';
import { formatDuration } from '#ui/format/times.ts';

/** Runs are compared from their starts, not by the day they were started. */
export const comparedAxes: Record<XAxis, ChartAxis> = {
  ...xAxes,
  time: { kind: 'number', unit: 'seconds', format: (x) => `after ${formatDuration(x)}` },
};
