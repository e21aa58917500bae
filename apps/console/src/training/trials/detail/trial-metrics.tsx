import { useQueries } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { NameSearch } from '#platform/table/name-search.tsx';
import { groupMetrics, type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';
import { type TrialSeries, type XAxis, xOf } from '#training/metrics/shared/metric-series.ts';
import { Smoothing } from '#training/metrics/shared/smoothing.tsx';
import { trialSeriesQuery } from '#training/metrics/shared/trial-series.ts';
import { PinSection } from '#training/pins/shared/pin-section.tsx';
import { chartPins, usePins } from '#training/pins/shared/use-pins.ts';
import { ChartOutline } from '#ui/chart/chart-frame.tsx';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import type { ChartPins } from '#ui/chart/chart-pins.ts';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import type { ChartScale } from '#ui/chart/line-series.ts';
import { SharedX, type XWindow } from '#ui/chart/x-window.ts';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useNear } from '#ui/primitives/use-near.ts';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { NotEnoughData } from '../../shared/not-enough-data.tsx';
import { type Trial, trialHasEnded } from '../../shared/trial.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { chartName, groupsOf, MetricChart, type MetricLook } from './metric-chart.tsx';
import styles from './trial-metrics.module.css';
import { useTrialMetrics, useTrialSeries } from './use-trial-series.ts';

const X_AXES: { value: XAxis; label: string }[] = [
  { value: 'batches', label: 'Batches' },
  { value: 'time', label: 'Time' },
  { value: 'epochs', label: 'Epochs' },
];
const SCALES: { value: ChartScale; label: string }[] = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
];

type Chart = ReturnType<typeof groupMetrics>[number];

/** The series of so many charts are read together, once one of them is near what is seen. */
const readTogether = 24;
/** Charts that are drawn before the browser has told which are near. */
const drawnAtOnce = 12;

/** All metrics of a trial, a chart a name, read and zoomed alike. */
export function TrialMetrics({ trial }: { trial: Trial }) {
  const { x = 'batches', scale = 'linear' } = useDetailSearch();
  const metrics = useTrialMetrics(trial);
  const [sought, setSought] = useState('');
  const all = useMemo(() => groupMetrics(metrics), [metrics]);
  const charts = useMemo(() => (sought === '' ? all : all.filter((chart) => isCalled(chart, sought))), [all, sought]);
  const blocks = useMemo(() => blocksOf(charts), [charts]);
  const change = useChangeDetailSearch();
  const [smoothing, setSmoothing] = useState(0);
  const [window, setWindow] = useState<XWindow>();
  const [shared] = useState(() => new SharedX());
  const [open, setOpen] = useState<number>();
  const workspaceId = useExperiment(trial.experimentId).data?.experiment?.workspaceId ?? 0;
  const pinning = usePins([{ id: trial.id, workspaceId }]);
  const whole = useWholeAxis(trial, blocks, x);
  const zoom = useMemo(() => whole && { window, whole, onWindow: setWindow }, [window, whole]);

  if (metrics.length === 0) return <NoMetrics trial={trial} />;
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
  return (
    <div className={styles.scroll}>
      <Tools name="Charts">
        {all.length > drawnAtOnce && (
          <NameSearch label="Find a metric" placeholder="Find a metric" value={sought} onChange={setSought} />
        )}
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
      {charts.length === 0 && <EmptyState title="No metric is called so." />}
      <div className={styles.charts}>
        {blocks.map((block, i) => (
          <ChartBlock
            key={block[0]?.title}
            {...{ trial, look, pinsOf }}
            charts={block}
            atOnce={i === 0 ? drawnAtOnce : 0}
            onOpen={(place) => setOpen(i * readTogether + place)}
          />
        ))}
      </div>
      <PinSection pinning={pinning} metrics={metrics.map(metricText)} elsewhere={x !== 'batches'} />
      {open !== undefined && (
        <OpenChart
          {...{ trial, look, pinsOf }}
          charts={blocks[Math.floor(open / readTogether)] ?? []}
          place={open % readTogether}
          among={{
            place: open,
            count: charts.length,
            onGo: (by) => setOpen((open + by + charts.length) % charts.length),
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

interface ChartsProps {
  trial: Trial;
  /** Those whose series are read together. */
  charts: readonly Chart[];
  look: MetricLook;
  pinsOf: (drawn: readonly MetricId[], onLeave?: () => void) => ChartPins | undefined;
}

/** Charts that read their series together; of those that are out of sight their names. */
function ChartBlock({
  trial,
  charts,
  look,
  pinsOf,
  atOnce,
  onOpen,
}: ChartsProps & { atOnce: number; onOpen: (place: number) => void }) {
  const [near, cell] = useNear(atOnce);
  const { query, series, complete } = useTrialSeries(trial, useMetricsOf(charts), {
    axis: look.axis,
    window: look.zoom?.window,
    enabled: near.size > 0,
  });
  if (query.error && !series) {
    return (
      <div className={styles.failure}>
        <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  return charts.map((chart, i) => (
    <div key={chart.title} ref={cell} data-place={i}>
      {near.has(i) ? (
        <MetricChart
          {...{ series, complete, look }}
          metrics={chart.metrics}
          title={chartName(chart)}
          height={chartHeights.trial}
          pins={pinsOf(chart.metrics)}
          onOpen={() => onOpen(i)}
        />
      ) : (
        <ChartOutline title={chartName(chart)} note={groupsOf(chart)} height={chartHeights.trial} />
      )}
    </div>
  ));
}

/** A chart for itself, with the way to all others. */
function OpenChart({
  trial,
  charts,
  look,
  pinsOf,
  place,
  among,
  onClose,
}: ChartsProps & { place: number } & Pick<ComponentProps<typeof ChartModal>, 'among' | 'onClose'>) {
  const read = useTrialSeries(trial, useMetricsOf(charts), { axis: look.axis, window: look.zoom?.window });
  const chart = charts[place];
  if (!chart) return null;
  return (
    <ChartModal title={chartName(chart)} {...{ among, onClose }}>
      <MetricChart
        key={chart.title}
        metrics={chart.metrics}
        series={read.series}
        complete={read.complete}
        look={look}
        title={chartName(chart)}
        height={chartHeights.full}
        pins={pinsOf(chart.metrics, onClose)}
      />
    </ChartModal>
  );
}

const isCalled = ({ metrics }: Chart, words: string) =>
  metrics.some((metric) => metricText(metric).toLowerCase().includes(words.toLowerCase()));

const blocksOf = (charts: readonly Chart[]) =>
  Array.from({ length: Math.ceil(charts.length / readTogether) }, (_, i) =>
    charts.slice(i * readTogether, (i + 1) * readTogether),
  );

const useMetricsOf = (charts: readonly Chart[]) => useMemo(() => charts.flatMap(({ metrics }) => metrics), [charts]);

/** From where to where the series go that have been read; undefined before there is an axis to zoom. */
function useWholeAxis(trial: Trial, blocks: readonly Chart[][], axis: XAxis): XWindow | undefined {
  const combine = useCallback(
    (results: { data: TrialSeries | undefined }[]) =>
      extentOf(
        results.flatMap(({ data }) => data ?? []),
        axis,
      ),
    [axis],
  );
  return useQueries({
    queries: blocks.map((charts) => ({
      ...trialSeriesQuery(
        trial.id,
        charts.flatMap(({ metrics }) => metrics),
      ),
      enabled: false,
    })),
    combine,
  });
}

function extentOf(series: TrialSeries, axis: XAxis): XWindow | undefined {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { data } of series) {
    for (const point of data) {
      const x = xOf(point, axis) ?? Number.NaN;
      if (x < first) first = x;
      if (x > last) last = x;
    }
  }
  return last > first ? [first, last] : undefined;
}

function NoMetrics({ trial }: { trial: Trial }) {
  return trialHasEnded(trial.state) ? <EmptyState title="No data available." /> : <NotEnoughData />;
}
