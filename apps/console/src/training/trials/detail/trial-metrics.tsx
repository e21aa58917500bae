import { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { groupMetrics, type MetricId, metricsOfSummary, metricText } from '#training/metrics/shared/metric-names.ts';
import { metricLine, pointsFor, type TrialSeries, type XAxis, xAxes } from '#training/metrics/shared/metric-series.ts';
import { metricsPoll } from '#training/shared/experiment.ts';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import type { ChartScale } from '#ui/chart/line-series.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { NotEnoughData } from '../../shared/not-enough-data.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';
import styles from './trial-metrics.module.css';

const X_AXES: { value: XAxis; label: string }[] = [
  { value: 'batches', label: 'Batches' },
  { value: 'time', label: 'Time' },
  { value: 'epochs', label: 'Epochs' },
];
const SCALES: { value: ChartScale; label: string }[] = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
];

/** All metrics of a trial, a chart a name. */
export function TrialMetrics({ trial }: { trial: Trial }) {
  const { x = 'batches', scale = 'linear' } = useDetailSearch();
  const { metrics, query } = useTrialSeries(trial);
  const groups = useMemo(() => groupMetrics(metrics), [metrics]);
  const series = query.data?.trials[0]?.metrics;
  const change = useChangeDetailSearch();

  if (metrics.length === 0) return <NoMetrics trial={trial} />;
  if (query.error && !series) {
    return <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />;
  }
  return (
    <div className={styles.scroll}>
      <Tools name="Charts">
        <ToolsEnd>
          <Segmented name="X-Axis" options={X_AXES} value={x} onChange={(next) => change({ x: next })} />
          <Segmented name="Scale" options={SCALES} value={scale} onChange={(next) => change({ scale: next })} />
        </ToolsEnd>
      </Tools>
      <div className={styles.charts}>
        {groups.map((group) => (
          <MetricChart
            key={group.title}
            {...group}
            series={series}
            axis={x}
            scale={scale}
            height={chartHeights.trial}
          />
        ))}
      </div>
    </div>
  );
}

/** The series of every metric a trial has reported; at most so many points each. */
export function useTrialSeries(trial: Trial, only?: (metric: MetricId) => boolean) {
  const metrics = useMemo(
    () => metricsOfSummary(trial.summaryMetrics).filter((metric) => only?.(metric) ?? true),
    [trial.summaryMetrics, only],
  );
  const query = useCallQuery(
    compareTrialsRoute,
    {
      trialIds: [trial.id],
      metricIds: metrics.map(metricText),
      maxDatapoints: pointsFor(window.screen.width),
      startBatches: 0,
    },
    { enabled: metrics.length > 0, keep: true, poll: trialHasEnded(trial.state) ? false : metricsPoll },
  );
  return { metrics, query };
}

interface MetricChartProps {
  title: string;
  metrics: MetricId[];
  series: TrialSeries | undefined;
  axis: XAxis;
  scale: ChartScale;
  height: number;
}

/** Metrics of one name in one chart, training and validation as two lines. */
export function MetricChart({ title, metrics, series, axis, scale, height }: MetricChartProps) {
  const lines = useMemo(
    () => metrics.map((metric, i) => metricLine(series ?? [], metric, axis, i)).filter((line) => line.x.length > 0),
    [metrics, series, axis],
  );
  const [only] = metrics;
  return (
    <LineChart
      title={metrics.length === 1 && only ? only.name : title}
      note={metrics.map((metric) => metric.group).join(', ')}
      noun="line"
      series={lines}
      axis={xAxes[axis]}
      scale={scale}
      height={height}
      empty={series ? <EmptyState title="No data available." /> : <TabLoading words="Fetching metrics..." />}
    />
  );
}

function NoMetrics({ trial }: { trial: Trial }) {
  return trialHasEnded(trial.state) ? <EmptyState title="No data available." /> : <NotEnoughData />;
}
