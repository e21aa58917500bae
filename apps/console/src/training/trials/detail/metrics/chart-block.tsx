import type { ComponentProps } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import type { MetricGroup, MetricId } from '#training/metrics/shared/metric-names.ts';
import { ChartOutline } from '#ui/chart/chart-frame.tsx';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import type { ChartPins } from '#ui/chart/chart-pins.ts';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { useNear } from '#ui/primitives/use-near.ts';
import type { Trial } from '../../../shared/trial.ts';
import { useTrialSeries } from '../use-trial-series.ts';
import { chartName, groupsOf, MetricChart, type MetricLook } from './metric-chart.tsx';
import styles from './trial-metrics.module.css';

/** So many charts read their series together, once one of them is near what is seen. */
const together = 24;

/** Charts that read their series together. */
export interface Block {
  charts: readonly MetricGroup[];
  metrics: readonly MetricId[];
}

export const blocksOf = (charts: readonly MetricGroup[]): Block[] =>
  Array.from({ length: Math.ceil(charts.length / together) }, (_, i) => {
    const some = charts.slice(i * together, (i + 1) * together);
    return { charts: some, metrics: some.flatMap(({ metrics }) => metrics) };
  });

interface ChartsProps {
  trial: Trial;
  look: MetricLook;
  pinsOf: (drawn: readonly MetricId[], onLeave?: () => void) => ChartPins | undefined;
}

interface ChartBlockProps extends ChartsProps {
  block: Block;
  /** Charts that are drawn before the browser has told which are near. */
  atOnce: number;
  onOpen: (chart: MetricGroup) => void;
}

/** The charts of a block; of those that are out of sight their names. */
export function ChartBlock({ trial, block, look, pinsOf, atOnce, onOpen }: ChartBlockProps) {
  const [near, cell] = useNear(atOnce);
  const { query, series, complete } = useTrialSeries(trial, block.metrics, {
    axis: look.axis,
    window: look.zoom?.window,
    enabled: near.size > 0,
  });
  const failure = series ? null : query.error;
  return (
    <>
      {failure && (
        <div className={styles.failure}>
          <QueryFailure title="Error fetching metrics" error={failure} retry={() => void query.refetch()} />
        </div>
      )}
      {block.charts.map((chart, i) => (
        <div key={chart.title} ref={cell} data-place={i}>
          {near.has(i) && !failure ? (
            <MetricChart
              {...{ series, complete, look }}
              title={chartName(chart)}
              metrics={chart.metrics}
              height={chartHeights.trial}
              pins={pinsOf(chart.metrics)}
              onOpen={() => onOpen(chart)}
            />
          ) : (
            // Also of what failed: without its room the next ones would come into sight, and fail as well.
            <ChartOutline title={chartName(chart)} note={groupsOf(chart)} height={chartHeights.trial} />
          )}
        </div>
      ))}
    </>
  );
}

interface OpenChartProps extends ChartsProps, Pick<ComponentProps<typeof ChartModal>, 'onClose'> {
  blocks: readonly Block[];
  /** Which of all charts, from 0. */
  place: number;
  onGo: (place: number) => void;
}

/** A chart for itself, with the way to all others. */
export function OpenChart({ trial, blocks, look, pinsOf, place, onGo, onClose }: OpenChartProps) {
  const block = blocks[Math.floor(place / together)];
  const { axis, zoom } = look;
  const { series, complete } = useTrialSeries(trial, block?.metrics ?? [], { axis, window: zoom?.window });
  const chart = block?.charts[place % together];
  if (!chart) return null;
  const count = blocks.reduce((sum, { charts }) => sum + charts.length, 0);
  const among = { place, count, onGo: (by: number) => onGo((place + by + count) % count) };
  return (
    <ChartModal title={chartName(chart)} {...{ among, onClose }}>
      <MetricChart
        key={chart.title}
        {...{ series, complete, look }}
        title={chartName(chart)}
        metrics={chart.metrics}
        height={chartHeights.full}
        pins={pinsOf(chart.metrics, onClose)}
      />
    </ChartModal>
  );
}
