import { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import { useMemo, useState } from 'react';
import { useCallQuery, useRead } from '#platform/api/call.ts';
import { type MetricId, metricsOfSummary } from '#training/metrics/shared/metric-names.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import { batchesWithin, seriesRequest, trialSeriesQuery } from '#training/metrics/shared/trial-series.ts';
import { metricsPoll } from '#training/shared/experiment.ts';
import type { XWindow } from '#ui/chart/x-window.ts';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';

/** The metrics that a trial has reported: the same list until there is another. */
export function useTrialMetrics({ summaryMetrics }: Trial): MetricId[] {
  const reported = useMemo(() => metricsOfSummary(summaryMetrics), [summaryMetrics]);
  const [kept, setKept] = useState(reported);
  if (sameMetrics(kept, reported)) return kept;
  setKept(reported);
  return reported;
}

const sameMetrics = (some: readonly MetricId[], others: readonly MetricId[]) =>
  some.length === others.length &&
  some.every(({ group, name }, i) => group === others[i]?.group && name === others[i].name);

interface ReadOptions {
  /** What is shown of which axis: that is read in detail. */
  axis?: XAxis;
  window?: XWindow | undefined;
  enabled?: boolean;
}

/**
 * The series of these metrics of a trial, at most so many points each; until a part of the axis has come, the whole. Until
 * they are `complete`, those of the metrics that were asked for before.
 */
export function useTrialSeries(
  trial: Trial,
  metrics: readonly MetricId[],
  { axis = 'batches', window, enabled = true }: ReadOptions = {},
) {
  const query = useRead(trialSeriesQuery(trial.id, metrics), {
    enabled: enabled && metrics.length > 0,
    keep: true,
    poll: trialHasEnded(trial.state) ? false : metricsPoll,
  });
  const whole = query.data;
  const within = window && whole && batchesWithin(whole, axis, window);
  const detail = useCallQuery(compareTrialsRoute, seriesRequest(trial.id, metrics, within), {
    enabled: enabled && within !== undefined,
  });
  const series = (within && detail.data?.trials[0]?.metrics) ?? whole;
  return { query, series, complete: series !== undefined && !query.isPlaceholderData };
}
