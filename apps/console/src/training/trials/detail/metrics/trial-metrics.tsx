import { useMemo, useState } from 'react';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { NameSearch } from '#platform/table/name-search.tsx';
import { groupMetrics, type MetricGroup, type MetricId, metricText } from '#training/metrics/shared/metric-names.ts';
import { axisChoices } from '#training/metrics/shared/metric-series.ts';
import { Smoothing } from '#training/metrics/shared/smoothing.tsx';
import { PinSection } from '#training/pins/shared/pin-section.tsx';
import { chartPins, usePins } from '#training/pins/shared/use-pins.ts';
import { scaleChoices } from '#ui/chart/line-series.ts';
import { SharedX, type XWindow } from '#ui/chart/x-window.ts';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../../shared/detail-route.ts';
import { NotEnoughData } from '../../../shared/not-enough-data.tsx';
import { type Trial, trialHasEnded } from '../../../shared/trial.ts';
import { useExperiment } from '../../../shared/use-experiment.ts';
import { useTrialMetrics } from '../use-trial-series.ts';
import { blocksOf, ChartBlock, OpenChart } from './chart-block.tsx';
import type { MetricLook } from './metric-chart.tsx';
import styles from './trial-metrics.module.css';
import { useWholeAxis } from './use-whole-axis.ts';

/** A few screens of charts: more are searched by name, and not all drawn from the start. */
const few = 12;

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
        {all.length > few && (
          <NameSearch label="Find a metric" placeholder="Find a metric" value={sought} onChange={setSought} />
        )}
        <ToolsEnd>
          {zoom && <ZoomButtons {...zoom} />}
          <Smoothing value={smoothing} onChange={setSmoothing} />
          <Segmented
            name="X-Axis"
            options={axisChoices}
            value={x}
            onChange={(next) => {
              setWindow(undefined);
              change({ x: next });
            }}
          />
          <Segmented name="Scale" options={scaleChoices} value={scale} onChange={(next) => change({ scale: next })} />
        </ToolsEnd>
      </Tools>
      {charts.length === 0 && <EmptyState title="No metric is called so." />}
      <div className={styles.charts}>
        {blocks.map((block, i) => (
          <ChartBlock
            key={block.charts[0]?.title}
            {...{ trial, block, look, pinsOf }}
            atOnce={i === 0 ? few : 0}
            onOpen={(chart) => setOpen(charts.indexOf(chart))}
          />
        ))}
      </div>
      <PinSection pinning={pinning} metrics={metrics.map(metricText)} elsewhere={x !== 'batches'} />
      {open !== undefined && (
        <OpenChart
          {...{ trial, blocks, look, pinsOf }}
          place={open}
          onGo={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

const isCalled = ({ metrics }: MetricGroup, words: string) =>
  metrics.some((metric) => metricText(metric).toLowerCase().includes(words.toLowerCase()));

function NoMetrics({ trial }: { trial: Trial }) {
  return trialHasEnded(trial.state) ? <EmptyState title="No data available." /> : <NotEnoughData />;
}
