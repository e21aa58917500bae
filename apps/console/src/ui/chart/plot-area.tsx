import { useDebouncedCallback, useDebouncedValue, useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { mobileQuery } from '../theme/mobile.ts';
import type { ChartInk } from './chart-ink.ts';
import { hovering, resizeDelay } from './chart-sizes.ts';
import styles from './line-chart.module.css';
import { type ChartScale, type LineSeries, type PointRef, pointInReach, spreadLabels } from './line-series.ts';
import { Plot, type PlotLayout } from './plot.ts';
import 'uplot/dist/uPlot.min.css';
import { Crosshair } from './crosshair.tsx';
import { seriesColor } from './series-palette.ts';
import { useDragWindow } from './use-drag-window.ts';
import { walk } from './walk-points.ts';
import { type ChartZoom, movedWindow, type SharedX, type WindowAct } from './x-window.ts';

const LABEL_HEIGHT = 14;

const zoomKeys: Record<string, WindowAct | 'all'> = { '+': 'in', '=': 'in', '-': 'out', '0': 'all' };

interface PlotAreaProps {
  series: LineSeries[];
  scale: ChartScale;
  ink: ChartInk;
  chosen: LineSeries['id'] | undefined;
  height: number;
  summary: string;
  xTicks: (min: number, max: number, count: number) => number[];
  formatX: (value: number, span: number) => string;
  formatY: (value: number) => string;
  formatPoint: (point: { x: number; y: number }) => string;
  /** The point that is read. */
  point: PointRef | undefined;
  onRead: (point: PointRef | undefined) => void;
  /** Said at the foot of the x axis. */
  unit: string | undefined;
  zoom: ChartZoom | undefined;
  shared: SharedX | undefined;
}

/** The canvas with what lies over it: labels at line ends, the marker and the tooltip of the point that is read. */
export function PlotArea(props: PlotAreaProps) {
  const { series, scale, ink, height, point, onRead, zoom, shared } = props;
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const labelled = series.filter((one) => one.color !== undefined).length;
  const gutter = labelled > 1 ? (narrow ? 68 : 124) : 12;
  const host = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width: measured } = useElementSize<HTMLDivElement>();
  const box = useMergedRef(host, sizeRef);
  const plot = useRef<Plot>(null);
  const [layout, setLayout] = useState<PlotLayout>();

  const model = {
    series,
    ink,
    chosen: props.chosen,
    xTicks: props.xTicks,
    formatX: props.formatX,
    formatY: props.formatY,
    unit: props.unit,
    window: zoom?.window,
    gutter,
  };
  const latest = useRef(model);
  latest.current = model;

  // uPlot draws outside React; it is made anew only for another scale or gutter, which it cannot change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is handed to the plot that is there
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const made = new Plot(
      box,
      { width: box.clientWidth || 600, height },
      scale,
      { ...latest.current, gutter },
      (next) => setLayout((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next)),
    );
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [scale, gutter]);

  // New data, colours and choice are handed to the plot that is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` holds the model made of these
  useEffect(() => {
    plot.current?.update(latest.current);
  }, [series, ink, props.chosen, props.xTicks, zoom?.window]);

  // The plot's height follows at once, its width once the box rests.
  const [width] = useDebouncedValue(measured, resizeDelay);
  useEffect(() => {
    if (width > 0) plot.current?.resize({ width, height });
  }, [width, height]);

  const hover = useDebouncedCallback((at: { x: number; y: number }) => {
    if (plot.current) onRead(pointInReach(series, scale, at, plot.current.toPixels, hovering.radius));
  }, hovering.delay);

  const dragged = useDragWindow(zoom, layout, (pixel) => plot.current?.toPixels.xValue(pixel) ?? 0);

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!layout) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left - layout.left;
    dragged.move?.(event);
    if (plot.current) shared?.say(plot.current.toPixels.xValue(x));
    hover({ x, y: event.clientY - box.top - layout.top });
  }

  function onKeyDown(event: KeyboardEvent) {
    const act = zoomKeys[event.key];
    const next = act && zoom ? null : walk(series, scale, point, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (act && zoom) {
      zoom.onWindow(act === 'all' ? undefined : movedWindow(zoom.window, zoom.whole, act, xOf(series, point)));
      return;
    }
    onRead(next ?? undefined);
    shared?.say(next ? xOf(series, next) : undefined);
  }

  const marked = point && layout && plot.current ? placeOf(series, point, plot.current, layout) : undefined;
  return (
    <div
      className={styles.plot}
      style={{ height }}
      role="img"
      aria-label={props.summary}
      aria-keyshortcuts={`ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape${zoom ? ' + - 0' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the points
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => onRead(undefined)}
      {...dragged.handlers}
      onPointerMove={onPointerMove}
      onPointerLeave={() => {
        hover.cancel();
        shared?.say(undefined);
        onRead(undefined);
      }}
    >
      <div ref={box} className={styles.canvas} />
      {layout && props.unit && (
        <span className={styles.unit} style={{ top: layout.top + layout.height + 4 }} aria-hidden="true">
          {props.unit}
        </span>
      )}
      {layout && labelled > 1 && <EndLabels {...{ series, layout, ink, narrow }} formatY={props.formatY} />}
      {layout && shared && <Crosshair shared={shared} plot={plot.current} layout={layout} />}
      {layout && dragged.drag && (
        <span className={styles.drag} style={{ ...dragged.drag, top: layout.top, height: layout.height }} />
      )}
      {marked && layout && (
        <>
          <span
            className={styles.marker}
            style={{
              left: marked.x,
              top: marked.y,
              width: hovering.marker,
              height: hovering.marker,
              background: marked.color(ink),
            }}
          />
          <span
            className={styles.tooltip}
            data-flip={marked.x > layout.left + layout.width / 2}
            // React types know no custom properties.
            style={{ left: marked.x, top: marked.y, '--off': `${hovering.tooltipOffset}px` } as React.CSSProperties}
          >
            {marked.name} · {props.formatPoint(marked.value)}
          </span>
        </>
      )}
    </div>
  );
}

interface EndLabelsProps {
  series: LineSeries[];
  layout: PlotLayout;
  ink: ChartInk;
  narrow: boolean;
  formatY: (value: number) => string;
}

function EndLabels({ layout, series, ink, narrow, formatY }: EndLabelsProps) {
  const places = spreadLabels(
    layout.ends.map((end) => end.y),
    LABEL_HEIGHT,
    4,
    layout.height - 4,
  );
  const left = layout.left + layout.width;
  return (
    <>
      <svg className={styles.leaders} aria-hidden="true">
        {layout.ends.map((end, i) => {
          const one = series[end.series];
          // A line that ends far from the right edge would need a leader across all others.
          if (!one || end.x < layout.width - 60) return null;
          return (
            <path
              key={one.id}
              d={`M${layout.left + end.x + 3} ${layout.top + end.y}L${left + 6} ${layout.top + (places[i] ?? 0)}`}
              stroke={seriesColor(ink.series, one.color ?? 0)}
            />
          );
        })}
      </svg>
      <div className={styles.labels} style={{ left: left + 9, top: layout.top }} aria-hidden="true">
        {layout.ends.map((end, i) => {
          const one = series[end.series];
          if (!one) return null;
          return (
            <span key={one.id} className={styles.label} style={{ top: places[i] }}>
              <span
                style={{ color: `color-mix(in oklab, ${seriesColor(ink.series, one.color ?? 0)} 70%, var(--text))` }}
              >
                {one.name}
              </span>
              {!narrow && <span className={styles.labelValue}>{formatY(Number(end.value.toPrecision(4)))}</span>}
            </span>
          );
        })}
      </div>
    </>
  );
}

function xOf(series: LineSeries[], ref: PointRef | undefined): number | undefined {
  return ref && series[ref.series]?.x[ref.point];
}

function placeOf(series: LineSeries[], ref: PointRef, plot: Plot, layout: PlotLayout) {
  const one = series[ref.series];
  const x = one?.x[ref.point];
  const y = one?.y[ref.point];
  if (!one || x === undefined || y === null || y === undefined) return undefined;
  return {
    name: one.name,
    color: (ink: ChartInk) => seriesColor(ink.series, one.color ?? 0),
    value: { x, y },
    x: layout.left + plot.toPixels.x(x),
    y: layout.top + plot.toPixels.y(y),
  };
}
