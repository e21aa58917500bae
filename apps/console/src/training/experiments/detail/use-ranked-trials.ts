import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, readMeta, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { bestOfSummary, type MetricId, metricsOfSummary } from '#training/metrics/shared/metric-names.ts';
import { type PagedRowsOptions, pageQuery, type RowPage, usePagedRows } from '#ui/table/use-paged-rows.ts';
import { type Experiment, isSettled, type Searcher } from '../../shared/experiment.ts';
import type { Trial } from '../../shared/trial.ts';

interface RankedTrials {
  /** Undefined while unknown. */
  count: number | undefined;
  rowAt: (index: number) => Trial | undefined;
  onRangeChange?: (first: number, last: number) => void;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** Read at once: a panel of them, and some beyond. */
const pageSize = 40;
/** The server ranks by the searcher's metric only; of another one so many trials are ranked here. */
export const MOST_RANKED = 1000;

/** An experiment's trials, best first by a metric; those that have not reported it last. */
export function useRankedTrials(
  experiment: Experiment,
  searcher: Searcher,
  metric: MetricId,
  smallerIsBetter: boolean,
): RankedTrials {
  const bySearcher = isSearchers(metric, searcher);
  const pages = usePagedRows({ ...rankedPages(experiment, searcher), enabled: bySearcher });
  const all = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: experiment.id, limit: MOST_RANKED },
    { enabled: !bySearcher, keep: true, poll: pollOf(experiment) },
  );
  const ranked = useMemo(
    () => all.data && rankBySummary(all.data.trials, metric, smallerIsBetter),
    [all.data, metric, smallerIsBetter],
  );
  if (bySearcher) return pages;
  return { count: ranked?.length, rowAt: (index) => ranked?.[index], error: all.error, refetch: all.refetch };
}

const pollOf = (experiment: Experiment) => (isSettled(experiment.state) ? false : pollEvery.store);

/** An experiment's trials, best first by the searcher's metric. */
function rankedPages(experiment: Experiment, searcher: Searcher): PagedRowsOptions<Trial> {
  const orderBy = searcher.smallerIsBetter ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC';
  return {
    queryKey: [getExperimentTrialsRoute.name, 'ranked', experiment.id, orderBy],
    meta: readMeta(getExperimentTrialsRoute, { experimentId: experiment.id }),
    pageSize,
    refetchInterval: pollOf(experiment),
    fetchPage: async ({ offset, limit, signal }) => {
      const reply = await call(
        getExperimentTrialsRoute,
        { experimentId: experiment.id, sortBy: 'SORT_BY_BEST_VALIDATION_METRIC', orderBy, offset, limit },
        signal,
      );
      return { rows: reply.trials, total: reply.pagination?.total ?? reply.trials.length };
    },
  };
}

/** Metrics that can be drawn: those that the best trials have reported, which are read for their list. */
export function useOfferedMetrics(experiment: Experiment, searcher: Searcher): readonly MetricId[] {
  const { data } = useQuery({ ...pageQuery(rankedPages(experiment, searcher), 0), select: metricsOfPage });
  return data ?? noMetrics;
}

const noMetrics: readonly MetricId[] = [];

const metricsOfPage = ({ rows }: RowPage<Trial>) =>
  metricsOfSummary(...rows.map(({ summaryMetrics }) => summaryMetrics));

export function isSearchers(metric: MetricId, searcher: Searcher): boolean {
  return metric.group === 'validation' && metric.name === searcher.metric;
}

/** Exported for its test. */
export function rankBySummary<One extends Pick<Trial, 'id' | 'summaryMetrics'>>(
  trials: readonly One[],
  metric: MetricId,
  smallerIsBetter: boolean,
): One[] {
  const worst = smallerIsBetter ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const sign = smallerIsBetter ? 1 : -1;
  return trials
    .map((trial) => ({ trial, best: bestOfSummary(trial.summaryMetrics, metric, smallerIsBetter) ?? worst }))
    .sort((a, b) => (a.best === b.best ? a.trial.id - b.trial.id : sign * (a.best - b.best)))
    .map(({ trial }) => trial);
}
