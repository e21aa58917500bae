import { useMemo } from 'react';
import { useRead } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import type { XAxis } from '#training/metrics/shared/metric-series.ts';
import { isSettled, metricsPoll } from '#training/shared/experiment.ts';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import type { ChartPins } from '#ui/chart/chart-pins.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { type ChartScale, yExtent } from '#ui/chart/line-series.ts';
import { useRested } from '#ui/chart/use-zoom.ts';
import type { ChartZoom, SharedX } from '#ui/chart/x-window.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import type { PointedId } from '#ui/table/pointed-row.ts';
import { meanWords } from '../seeds/seed-band.ts';
import { type BySeed, seedLines } from '../seeds/seed-lines.ts';
import type { Comparison } from '../shared/compared.ts';
import { comparedAxes } from './compared-axes.ts';
import { comparedLines } from './compared-lines.ts';
import type { Readings } from './readings.ts';
import { runCurvesQuery } from './run-curves.ts';

interface MetricChartProps {
  metric: MetricId;
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  look: { axis: XAxis; scale: ChartScale; smoothing: number; zoom: ChartZoom | undefined };
  /** The line on which all charts are read, and what the list is told of it. */
  shared: SharedX;
  readings: Readings;
  /** Settings, where it is grouped by seed. */
  bySeed: BySeed | undefined;
  chosen: PointedId | undefined;
  onLine: (id: PointedId | undefined) => void;
  pins: ChartPins | undefined;
}

/** One metric of all records; one that failed fails alone. */
export function MetricChart({
  metric,
  comparison,
  slots,
  look,
  shared,
  readings,
  bySeed,
  chosen,
  onLine,
  pins,
}: MetricChartProps) {
  const { records } = comparison;
  const { axis, scale, smoothing, zoom } = look;
  const runs = records.flatMap(({ runId }) => runId ?? []);
  const ended = records.every(({ state }) => isSettled(state));
  const poll = ended ? false : metricsPoll;
  const query = useRead(runCurvesQuery(runs, metric, axis), { keep: true, poll });
  const rested = useRested(zoom?.window);
  const part = axis === 'batches' ? rested : undefined;
  const detail = useRead(runCurvesQuery(runs, metric, axis, part), { enabled: part !== undefined, poll });
  const curves = (part && detail.data?.trials) ?? query.data?.trials;
  const series = useMemo(() => {
    const lines = comparedLines(records, curves ?? [], { slots, smoothing });
    return bySeed ? seedLines(bySeed, lines) : lines;
  }, [records, curves, slots, smoothing, bySeed]);
  const along = useMemo(() => readings.along(shared, metric, series), [readings, shared, metric, series]);
  if (query.error && !curves)
    return (
      <QueryFailure title={`Unable to fetch ${metric.name}`} error={query.error} retry={() => void query.refetch()} />
    );
  return (
    <LineChart
      title={metric.name}
      note={[noteOf(metric, comparison), bySeed && meanWords[bySeed.band]].filter(Boolean).join(', ')}
      noun={bySeed ? 'setting' : 'record'}
      series={series}
      axis={comparedAxes[axis]}
      smallerIsBetter={isMain(metric, comparison) ? comparison.metric?.smallerIsBetter : undefined}
      scale={fitting(scale, series)}
      chosen={chosen}
      onLine={onLine}
      zoom={zoom}
      shared={along}
      pins={pins}
      empty={curves ? <EmptyState title="No data to plot." /> : <TabLoading words="Fetching metrics..." />}
      caption={smoothing > 0 && !bySeed ? 'Faint: as reported.' : undefined}
    />
  );
}

const isMain = (metric: MetricId, { metric: main }: Comparison) =>
  main?.group === metric.group && main.name === metric.name;

function noteOf(metric: MetricId, comparison: Comparison): string {
  const { records, metrics } = comparison;
  const reported = metrics.find(({ group, name }) => group === metric.group && name === metric.name)?.records ?? 0;
  const direction = comparison.metric?.smallerIsBetter ? 'lower is better' : 'higher is better';
  const words = [metric.group, isMain(metric, comparison) ? direction : ''];
  const lacking = records.length - reported;
  if (lacking > 0) words.push(`${lacking} of ${records.length} ${lacking === 1 ? 'has' : 'have'} not reported it`);
  return words.filter(Boolean).join(', ');
}

/** A metric within one decade, or with values that have no logarithm, stays linear. */
function fitting(scale: ChartScale, series: Parameters<typeof yExtent>[0]): ChartScale {
  const extent = scale === 'log' ? yExtent(series, 'linear') : undefined;
  return extent && extent.min > 0 && extent.max / extent.min >= 10 ? 'log' : 'linear';
}
