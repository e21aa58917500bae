import { type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';

/** The same chart of the metrics beside one, for the chart by itself: after the last comes the first. */
export function amongMetrics(metrics: readonly MetricId[], chosen: MetricId, onChoose: (metric: string) => void) {
  const place = metrics.findIndex((one) => metricText(one) === metricText(chosen));
  if (place < 0 || metrics.length < 2) return undefined;
  const onGo = (by: 1 | -1) => {
    const next = metrics.at((place + by) % metrics.length);
    if (next) onChoose(metricText(next));
  };
  return { place, count: metrics.length, onGo };
}
