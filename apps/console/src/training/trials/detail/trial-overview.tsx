import { useCallback, useMemo } from 'react';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
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
import { useTrialSeries } from './trial-metrics.tsx';
import styles from './trial-overview.module.css';
import { WorkloadTable } from './workload-table.tsx';

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
      </dl>
      <SearcherMetricChart trial={trial} searcher={searcher} />
      <WorkloadTable trial={trial} searcher={searcher} />
    </div>
  );
}

/** The searcher's metric over batches, with the training metric of its name beside it. */
function SearcherMetricChart({ trial, searcher }: TrialOverviewProps) {
  const { scale = 'linear' } = useDetailSearch();
  const change = useChangeDetailSearch();
  const wanted = useCallback((metric: MetricId) => metric.name === searcher.metric, [searcher.metric]);
  const { metrics, query } = useTrialSeries(trial, wanted);
  const series = query.data?.trials[0]?.metrics;
  const lines = useMemo(
    () =>
      metrics.map((metric, i) => metricLine(series ?? [], metric, 'batches', i)).filter((line) => line.x.length > 0),
    [metrics, series],
  );
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
