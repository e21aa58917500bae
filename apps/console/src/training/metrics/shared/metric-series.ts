import type { Reply } from '@determined/contract/route.ts';
import type { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import type { ChartAxis } from '#ui/chart/chart-axis.ts';
import type { LineSeries } from '#ui/chart/line-series.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import { formatCount, formatSetting } from '#ui/format/numbers.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import type { MetricId } from './metric-names.ts';

export type TrialSeries = Reply<typeof compareTrialsRoute>['trials'][number]['metrics'];
export type XAxis = 'batches' | 'time' | 'epochs';

/** As they are offered, in their order. */
export const axisChoices: { value: XAxis; label: string }[] = [
  { value: 'batches', label: 'Batches' },
  { value: 'time', label: 'Time' },
  { value: 'epochs', label: 'Epochs' },
];

export const xAxes: Record<XAxis, ChartAxis> = {
  batches: { kind: 'count', unit: 'batches', format: (x) => `batch ${formatCount(x)}` },
  time: { kind: 'time', format: (x) => formatTimestamp(x * 1000) },
  epochs: { kind: 'number', unit: 'epochs', format: (x) => `epoch ${formatSetting(x)}` },
};

/** One metric of one trial as a line; points that have no such x are left out. */
export function metricLine(series: TrialSeries, metric: MetricId, axis: XAxis, color: number): LineSeries {
  const points = (series.find((one) => one.group === metric.group)?.data ?? []).flatMap((point) => {
    const x = xOf(point, axis);
    const y = numberOf(point.values?.[metric.name]);
    return x === undefined || y === undefined ? [] : [{ x, y }];
  });
  points.sort((a, b) => a.x - b.x);
  return {
    id: `${metric.group}.${metric.name}`,
    name: metric.group,
    color,
    x: points.map((point) => point.x),
    y: points.map((point) => point.y),
  };
}

/** Where a point stands on an axis: batches, seconds since 1970, epochs. */
export function xOf(point: TrialSeries[number]['data'][number], axis: XAxis): number | undefined {
  return axis === 'batches' ? point.batches : axis === 'epochs' ? point.epoch : seconds(point.time);
}

function seconds(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time) / 1000;
}

/** Free JSON writes values that are not finite as words. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : undefined;
}

/** At most so many points a series: more on a wide screen. */
export function pointsFor(screenWidth: number): number {
  return screenWidth > 1600 ? 1500 : 1000;
}

/** The batches within a part of their axis. */
export const batchesOf = ([from, to]: XWindow) => ({
  startBatches: Math.max(0, Math.floor(from)),
  endBatches: Math.ceil(to),
});
