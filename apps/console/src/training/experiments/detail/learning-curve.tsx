import type { Curves } from '@determined/contract/training/curves.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { metricText } from '#training/metrics/shared/metric-names.ts';
import { xAxes } from '#training/metrics/shared/metric-series.ts';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import type { LineSeries } from '#ui/chart/line-series.ts';
import { PlotArea } from '#ui/chart/plot-area-later.tsx';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { plural } from '#ui/format/words.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch } from '../../shared/detail-route.ts';
import { isSettled, metricsPoll } from '../../shared/experiment.ts';
import { isKnownToValidate } from '../shared/use-best-trial.ts';
import { amongMetrics } from '../visualization/among-metrics.ts';
import { topTrials } from '../visualization/chart-settings.ts';
import { directionWords } from '../visualization/chart-words.ts';
import { NothingToPlot } from '../visualization/nothing-to-plot.tsx';
import { useChartView } from '../visualization/use-chart-view.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import styles from './learning-curve.module.css';
import { MetricChoice } from './metric-choice.tsx';
import { RankedTrials } from './ranked-trials.tsx';
import { useCurveLines } from './use-curve-lines.ts';
import { useOfferedMetrics } from './use-ranked-trials.ts';

const BETTER: { value: 'smaller' | 'larger'; label: string }[] = [
  { value: 'smaller', label: 'Lower' },
  { value: 'larger', label: 'Higher' },
];

const LEAST_HEIGHT = 320;
/** The shell's bar, the experiment's head, both rows of tabs, the chart's own head and note. */
const HEADS = 334;

export function LearningCurve(details: ExperimentDetails) {
  const { experiment, config, searcher } = details;
  const change = useChangeDetailSearch();
  const chart = useChartView(experiment.id, searcher);
  const { metric: chosen, view } = chart;
  const asked = { experimentId: experiment.id, metric: chosen, better: chart.better, maxTrials: view.maxTrial };
  const { query, curves, lines, slots, zoom } = useCurveLines(asked, isSettled(experiment.state) ? false : metricsPoll);
  // Together with the curves, not after them.
  useEffect(() => {
    if (isKnownToValidate(experiment, config)) PlotArea.load();
  }, [experiment, config]);
  const beside = useChartHeight();
  const metrics = useOfferedMetrics(experiment, searcher);
  const [open, setOpen] = useState(false);
  const choose = (metric: string) => chart.change({ metric });
  const drawn = (height: number, onOpen?: () => void) => (
    <LineChart
      title={chosen.name}
      onOpen={onOpen}
      noun={worded`trial`}
      series={lines}
      axis={xAxes.batches}
      smallerIsBetter={curves?.smallerIsBetter}
      scale={view.scale}
      onScale={(scale) => chart.change({ scale })}
      height={height}
      zoom={zoom}
      controls={
        <>
          {zoom && <ZoomButtons {...zoom} />}
          {curves && curves.basis !== 'searcher' && (
            <Segmented
              name={`Better values of ${chosen.name}`}
              options={BETTER}
              value={curves.smallerIsBetter ? 'smaller' : 'larger'}
              onChange={(better) => change({ better })}
            />
          )}
          <MetricChoice metrics={metrics} chosen={chosen} onChoose={choose} />
          <ChoiceMenu
            name={worded`Top Trials`}
            value={String(view.maxTrial)}
            options={topTrials.map((count) => ({ value: String(count), label: String(count) }))}
            onChange={(count) => chart.change({ maxTrial: Number(count) })}
          />
        </>
      }
      empty={
        curves && metricText(chosen) !== metricText({ group: 'validation', name: searcher.metric }) ? (
          <EmptyState title="No learning curve data to show." />
        ) : (
          <NothingToPlot experiment={experiment} loading={query.isPending} />
        )
      }
      caption={curves && caption(curves, lines, slots.size)}
    />
  );

  return (
    <div className={styles.body}>
      <div className={styles.chart}>
        {query.error && !curves ? (
          <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />
        ) : (
          drawn(beside, () => setOpen(true))
        )}
      </div>
      <RankedTrials {...details} metric={chosen} curves={curves} slots={slots} />
      {open && (
        <ChartModal title={chosen.name} onClose={() => setOpen(false)} among={amongMetrics(metrics, chosen, choose)}>
          {drawn(chartHeights.full)}
        </ChartModal>
      )}
    </div>
  );
}

/** How many are shown and which way is better; what grey and the band mean, where there are any. */
function caption(curves: Curves, lines: readonly LineSeries[], inQuestion: number): string {
  const count =
    curves.total > inQuestion ? `Top ${inQuestion} of ${curves.total}` : plural(curves.total, worded`trial`);
  const banded = lines.findLast((line) => line.band && line.min?.some((min, i) => min !== line.max?.[i]));
  const shown = `${count}, ${directionWords(curves)}.`;
  const grey = lines.length > inQuestion ? 'Grey: not among the best.' : '';
  const band = banded ? `Band: true min and max of each bucket of ${banded.name}.` : '';
  return [shown, grey, band].filter(Boolean).join(' ');
}

/** Beside the trials the chart takes the height that the heads above leave; above them, on small screens, the least. */
function useChartHeight(): number {
  return useSyncExternalStore(listenToSize, chartHeight);
}

const listenToSize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

const chartHeight = () =>
  window.innerWidth <= 800 ? LEAST_HEIGHT : Math.min(Math.max(window.innerHeight - HEADS, LEAST_HEIGHT), 640);
