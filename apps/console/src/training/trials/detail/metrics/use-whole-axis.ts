import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { type TrialSeries, type XAxis, xOf } from '#training/metrics/shared/metric-series.ts';
import { trialSeriesQuery } from '#training/metrics/shared/trial-series.ts';
import type { Trial } from '#training/shared/trial.ts';
import type { XWindow } from '#ui/chart/x-window.ts';

/** From where to where the series go that have been read so far; undefined before there is an axis to zoom. */
export function useWholeAxis(
  trial: Trial,
  blocks: readonly { metrics: readonly MetricId[] }[],
  axis: XAxis,
): XWindow | undefined {
  const combine = useCallback(
    (results: { data: TrialSeries | undefined }[]) =>
      extentOf(
        results.flatMap(({ data }) => data ?? []),
        axis,
      ),
    [axis],
  );
  return useQueries({
    queries: blocks.map(({ metrics }) => ({ ...trialSeriesQuery(trial.id, metrics), enabled: false })),
    combine,
  });
}

function extentOf(series: TrialSeries, axis: XAxis): XWindow | undefined {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { data } of series) {
    for (const point of data) {
      const x = xOf(point, axis) ?? Number.NaN;
      if (x < first) first = x;
      if (x > last) last = x;
    }
  }
  return last > first ? [first, last] : undefined;
}
