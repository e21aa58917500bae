import { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import { useMemo } from 'react';
import { useCallQuery, useRead } from '#platform/api/call.ts';
import { type MetricId, metricsOfSummary } from '#training/metrics/shared/metric-names.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import { batchesWithin, seriesRequest, trialSeriesQuery } from '#training/metrics/shared/trial-series.ts';
import { metricsPoll } from '#training/shared/experiment.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';

/** The series of every metric a trial has reported; at most so many points each. */
export function useTrialSeries(trial: Trial, only?: (metric: MetricId) => boolean) {
  const metrics = useMemo(
    () => metricsOfSummary(trial.summaryMetrics).filter((metric) => only?.(metric) ?? true),
    [trial.summaryMetrics, only],
  );
  const query = useRead(trialSeriesQuery(trial.id, metrics), {
    enabled: metrics.length > 0,
    keep: true,
    poll: trialHasEnded(trial.state) ? false : metricsPoll,
  });
  return { metrics, query };
}

/** The part of the axis that is shown, read in detail; until that has come, what is known of it. */
export function useDetail(
  trial: Trial,
  metrics: readonly MetricId[],
  whole: ReturnType<typeof useTrialSeries>['query']['data'],
  axis: XAxis,
  window: XWindow | undefined,
) {
  const within = window && whole && batchesWithin(whole, axis, window);
  const detail = useCallQuery(compareTrialsRoute, seriesRequest(trial.id, metrics, within), {
    enabled: within !== undefined,
  });
  return (within && detail.data?.trials[0]?.metrics) ?? whole;
}
