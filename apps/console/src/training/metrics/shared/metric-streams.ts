import { expMetricNamesRoute, metricBatchesRoute } from '@determined/contract/training/metrics-routes.ts';
import { reportError } from '#platform/api/report-error.ts';
import { streamQuery } from '#platform/api/stream.ts';
import { type MetricId, metricText } from './metric-names.ts';

/** Streams look for what is new so often, in seconds; they end with the experiments. */
const period = 30;

/** What is said of records whose metrics' names could not be read. */
export function metricNamesFailure(ids: readonly number[]): { title: string; message: string } {
  return {
    title: 'Metric name stream failed.',
    message: `Failed to load metric names for records [${ids.join(', ')}]`,
  };
}

/** The metrics that records have reported, as they come. */
export function metricNamesQuery(ids: readonly number[]) {
  return streamQuery(
    expMetricNamesRoute,
    { ids: [...ids], periodSeconds: period },
    [] as MetricId[],
    (known, line) => {
      const have = new Set(known.map(metricText));
      return [...known, ...line.metricNames.filter((metric) => !have.has(metricText(metric)))];
    },
    (error) => reportError(error, metricNamesFailure(ids)),
  );
}

/** Batches at which any trial of an experiment has reported a metric, ascending. */
export function metricBatchesQuery(experimentId: number, { group, name }: MetricId) {
  return streamQuery(
    metricBatchesRoute,
    { experimentId, metricName: name, group, periodSeconds: period },
    [] as number[],
    (known, line) => [...new Set([...known, ...line.batches])].sort((a, b) => a - b),
  );
}
