import { useMemo, useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { groupMetrics, type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';
import { type TrialSeries, type XAxis, xOf } from '#training/metrics/shared/metric-series.ts';
import { Smoothing } from '#training/metrics/shared/smoothing.tsx';
import { PinSection } from '#training/pins/shared/pin-section.tsx';
import { chartPins, usePins } from '#training/pins/shared/use-pins.ts';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import type { ChartScale } from '#ui/chart/line-series.ts';
import { type ChartZoom, SharedX, type XWindow } from '#ui/chart/x-window.ts';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { NotEnoughData } from '../../shared/not-enough-data.tsx';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { chartName, MetricChart, type MetricLook } from './metric-chart.tsx';
import styles from './trial-metrics.module.css';
import { useDetail, useTrialSeries } from './use-trial-series.ts';

const X_AXES: { value: XAxis; label: string }[] = [
  { value: 'batches', label: 'Batches' },
  { value: 'time', label: 'Time' },
  { value: 'epochs', label: 'Epochs' },
];
const SCALES: { value: ChartScale; label: string }[] = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
];

/** All metrics of a trial, a chart a name, read and zoomed alike. */
export function TrialMetrics({ trial }: { trial: Trial }) {
  const { x = 'batches', scale = 'linear' } = useDetailSearch();
  const { metrics, query } = useTrialSeries(trial);
  const charts = useMemo(() => groupMetrics(metrics), [metrics]);
  const change = useChangeDetailSearch();
  const [smoothing, setSmoothing] = useState(0);
  const [window, setWindow] = useState<XWindow>();
  const [shared] = useState(() => new SharedX());
  const [open, setOpen] = useState<number>();
  const series = useDetail(trial, metrics, query.data, x, window);
  const workspaceId = useExperiment(trial.experimentId).data?.experiment?.workspaceId ?? 0;
  const pinning = usePins([{ id: trial.id, workspaceId }]);
  const zoom = useMemo(() => zoomOf(query.data, x, window, setWindow), [query.data, x, window]);

  if (metrics.length === 0) return <NoMetrics trial={trial} />;
  if (query.error && !series) {
    return <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />;
  }
  const look: MetricLook = { axis: x, scale, smoothing, zoom, shared };
  const pinsOf = (drawn: readonly MetricId[], onLeave?: () => void) =>
    x === 'batches'
      ? chartPins(pinning, {
          lineOf: (pin) =>
            drawn.map(metricText).find((line) => line === metricText({ group: pin.group, name: pin.metric })),
          placeOf: (line) => {
            const metric = drawn.find((one) => metricText(one) === line);
            return metric && { ...metric, runId: trial.id };
          },
          onLeave,
        })
      : undefined;
  const shown = open === undefined ? undefined : charts[open];
  return (
    <div className={styles.scroll}>
      <Tools name="Charts">
        <ToolsEnd>
          {zoom && <ZoomButtons {...zoom} />}
          <Smoothing value={smoothing} onChange={setSmoothing} />
          <Segmented
            name="X-Axis"
            options={X_AXES}
            value={x}
            onChange={(next) => {
              setWindow(undefined);
              change({ x: next });
            }}
          />
          <Segmented name="Scale" options={SCALES} value={scale} onChange={(next) => change({ scale: next })} />
        </ToolsEnd>
      </Tools>
      <div className={styles.charts}>
        {charts.map((chart, i) => (
          <MetricChart
            key={chart.title}
            title={chartName(chart)}
            metrics={chart.metrics}
            series={series}
            look={look}
            height={chartHeights.trial}
            pins={pinsOf(chart.metrics)}
            onOpen={() => setOpen(i)}
          />
        ))}
      </div>
      <PinSection pinning={pinning} metrics={metrics.map(metricText)} elsewhere={x !== 'batches'} />
      {shown && open !== undefined && (
        <ChartModal
          title={chartName(shown)}
          onClose={() => setOpen(undefined)}
          among={{
            place: open,
            count: charts.length,
            onGo: (by) => setOpen((open + by + charts.length) % charts.length),
          }}
        >
          <MetricChart
            key={shown.title}
            title={chartName(shown)}
            metrics={shown.metrics}
            series={series}
            look={look}
            height={chartHeights.full}
            pins={pinsOf(shown.metrics, () => setOpen(undefined))}
          />
        </ChartModal>
      )}
    </div>
  );
}

/** None before there is an axis to zoom. */
function zoomOf(
  series: TrialSeries | undefined,
  axis: XAxis,
  window: XWindow | undefined,
  onWindow: ChartZoom['onWindow'],
): ChartZoom | undefined {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { data } of series ?? []) {
    for (const point of data) {
      const x = xOf(point, axis) ?? Number.NaN;
      if (x < first) first = x;
      if (x > last) last = x;
    }
  }
  return last > first ? { window, whole: [first, last], onWindow } : undefined;
}

function NoMetrics({ trial }: { trial: Trial }) {
  return trialHasEnded(trial.state) ? <EmptyState title="No data available." /> : <NotEnoughData />;
}
