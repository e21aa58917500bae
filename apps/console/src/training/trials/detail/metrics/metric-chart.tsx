import { useMemo } from 'react';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { metricLine, type TrialSeries, type XAxis, xAxes } from '#training/metrics/shared/metric-series.ts';
import type { ChartPins } from '#ui/chart/chart-pins.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import type { ChartScale } from '#ui/chart/line-series.ts';
import { smoothLines } from '#ui/chart/smoothed.ts';
import type { ChartZoom, SharedX } from '#ui/chart/x-window.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { TabLoading } from '../../../shared/tab-loading.tsx';

/** How all charts of a trial's metrics look. */
export interface MetricLook {
  axis: XAxis;
  scale: ChartScale;
  smoothing: number;
  zoom: ChartZoom | undefined;
  shared: SharedX;
}

interface MetricChartProps {
  title: string;
  metrics: MetricId[];
  series: TrialSeries | undefined;
  /** What the series lack is not on its way. */
  complete: boolean;
  look: MetricLook;
  height: number;
  pins?: ChartPins | undefined;
  onOpen?: () => void;
}

/** Metrics of one name in one chart, training and validation as two lines. */
export function MetricChart({ title, metrics, series, complete, look, height, pins, onOpen }: MetricChartProps) {
  const { axis, smoothing } = look;
  const lines = useMemo(() => {
    const reported = metrics.map((metric, i) => metricLine(series ?? [], metric, axis, i));
    return smoothLines(
      reported.filter((line) => line.x.length > 0),
      smoothing,
    );
  }, [metrics, series, axis, smoothing]);
  return (
    <LineChart
      title={title}
      note={groupsOf({ metrics })}
      noun="line"
      series={lines}
      axis={xAxes[axis]}
      scale={look.scale}
      zoom={look.zoom}
      shared={look.shared}
      pins={pins}
      onOpen={onOpen}
      height={height}
      caption={smoothing > 0 ? 'Faint: as reported.' : undefined}
      empty={complete ? <EmptyState title="No data available." /> : <TabLoading words="Fetching metrics..." />}
    />
  );
}

/** Metrics that are drawn together are called by what their names share; one alone by its own. */
export const chartName = ({ title, metrics: [only, other] }: { title: string; metrics: MetricId[] }): string =>
  only && !other ? only.name : title;

export const groupsOf = ({ metrics }: { metrics: MetricId[] }): string => metrics.map(({ group }) => group).join(', ');
