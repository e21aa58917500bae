import { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { metricLine, xAxes } from '#training/metrics/shared/metric-series.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { Figure } from '#training/shared/object-head.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { NotEnoughData } from '../../shared/not-enough-data.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { type Trial, trialHasEnded, validationValue } from '../../shared/trial.ts';
import styles from './trial-overview.module.css';
import { useTrialMetrics, useTrialSeries } from './use-trial-series.ts';
import { WorkloadTable } from './workload-table.tsx';
import { doneIn, recentWorkload, whatOf } from './workloads.ts';

interface TrialOverviewProps {
  trial: Trial;
  searcher: Searcher;
}

export function TrialOverview({ trial, searcher }: TrialOverviewProps) {
  return (
    <div className={styles.overview}>
      <dl className={styles.facts}>
        <Figure
          name={`Latest ${searcher.metric}`}
          value={formatMetric(validationValue(trial.latestValidation, searcher.metric))}
          rest={trial.latestValidation ? `batch ${formatCount(trial.latestValidation.totalBatches)}` : undefined}
        />
        <Figure name="Started" value={formatTimestamp(trial.startTime)} />
        <Figure
          name="Checkpoints"
          value={formatCount(trial.checkpointCount)}
          rest={trial.checkpointCount > 0 ? formatBytes(trial.totalCheckpointSize) : undefined}
        />
        {trial.bestCheckpoint && (
          <Figure
            name="Best Checkpoint"
            value={`batch ${formatCount(trial.bestCheckpoint.totalBatches)}`}
            rest={<span className={styles.mono}>{trial.bestCheckpoint.uuid}</span>}
          />
        )}
        <Figure name="Auto Restarts" value={formatCount(trial.restarts)} />
        <RecentWorkload trial={trial} />
      </dl>
      <SearcherMetricChart trial={trial} searcher={searcher} />
      <WorkloadTable trial={trial} searcher={searcher} />
    </div>
  );
}

/** What it did last; nothing while it has done nothing. */
function RecentWorkload({ trial }: { trial: Trial }) {
  const poll = trialHasEnded(trial.state) ? false : pollEvery.store;
  const { data } = useCallQuery(getTrialWorkloadsRoute, recentWorkload(trial.id), { keep: true, poll });
  const [last] = data?.workloads ?? [];
  if (!last) return null;
  return (
    <Figure name="Latest Workload" value={whatOf(last)} rest={`batch ${formatCount(doneIn(last)?.totalBatches)}`} />
  );
}

/** The searcher's metric over batches, with the training metric of its name beside it. */
function SearcherMetricChart({ trial, searcher }: TrialOverviewProps) {
  const { scale = 'linear' } = useDetailSearch();
  const change = useChangeDetailSearch();
  const reported = useTrialMetrics(trial);
  const metrics = useMemo(() => reported.filter(({ name }) => name === searcher.metric), [reported, searcher.metric]);
  const { query, series } = useTrialSeries(trial, metrics);
  const retry = () => void query.refetch();
  const lines = useMemo(
    () =>
      metrics.map((metric, i) => metricLine(series ?? [], metric, 'batches', i)).filter((line) => line.x.length > 0),
    [metrics, series],
  );
  if (query.error && !series) {
    return (
      <QueryFailure title={worded`Failed to load summary for trial ${trial.id}.`} error={query.error} retry={retry} />
    );
  }
  return (
    <LineChart
      title={searcher.metric || 'Metric'}
      note={searcher.smallerIsBetter ? 'lower is better' : 'higher is better'}
      noun="line"
      smallerIsBetter={searcher.smallerIsBetter}
      series={lines}
      axis={xAxes.batches}
      scale={scale}
      onScale={(next) => change({ scale: next })}
      height={chartHeights.trial}
      empty={
        query.isFetching && !series ? (
          <TabLoading words="Fetching metrics..." />
        ) : trialHasEnded(trial.state) ? (
          <EmptyState title="No data to plot." />
        ) : (
          <NotEnoughData />
        )
      }
    />
  );
}
