import { useDebouncedCallback, useDebouncedValue, useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { mobileQuery } from '../theme/mobile.ts';
import type { ChartInk } from './chart-ink.ts';
import type { ChartPins } from './chart-pins.ts';
import { hovering, resizeDelay } from './chart-sizes.ts';
import styles from './line-chart.module.css';
import {
  type ChartScale,
  type LineSeries,
  type PointRef,
  pointInReach,
  type ReadPoint,
  readPoint,
} from './line-series.ts';
import { Plot, type PlotLayout } from './plot.ts';
import 'uplot/dist/uPlot.min.css';
import { Crosshair } from './crosshair.tsx';
import { EndLabels } from './end-labels.tsx';
import { endNames } from './end-names.ts';
import { OfferPin, PinMarks } from './pin-marks.tsx';
import { seriesColor } from './series-palette.ts';
import { leastDrag, useDragWindow } from './use-drag-window.ts';
import { walk } from './walk-points.ts';
import { type ChartZoom, movedWindow, type ReadingLine, type WindowAct } from './x-window.ts';

/** With Shift arrows go so many points at once. */
const stride = 10;

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
  /** A place on the x axis, in words. */
  formatAt: (x: number) => string;
  /** The point that is read. */
  point: PointRef | undefined;
  onRead: (point: PointRef | undefined) => void;
  /** Said at the foot of the x axis. */
  unit: string | undefined;
  zoom: ChartZoom | undefined;
  shared: ReadingLine | undefined;
  pins: ChartPins | undefined;
}

/** The canvas with what lies over it: labels at line ends, the marker and the tooltip of the point that is read. */
export function PlotArea(props: PlotAreaProps) {
  const { series, scale, ink, height, point, onRead, zoom, shared } = props;
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const host = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width: measured } = useElementSize<HTMLDivElement>();
  const [width] = useDebouncedValue(measured, resizeDelay);
  const labelled = series.filter((one) => one.color !== undefined).length > 1;
  const { gutter, nameOf } = useMemo(() => endNames(series, width, narrow), [series, width, narrow]);
  const box = useMergedRef(host, sizeRef);
  const plot = useRef<Plot>(null);
  const [layout, setLayout] = useState<PlotLayout>();
  const pressed = useRef(0);
  /** A point that was pressed, until something else is done. */
  const [offered, setOffered] = useState<{ point: ReadPoint; at: { x: number; y: number } }>();

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
    const made = new Plot(box, { width: box.clientWidth || 600, height }, scale, latest.current, (next) =>
      // What lies over the canvas comes into the same picture; else the browser would paint twice.
      flushSync(() => setLayout((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))),
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
    // Beside the plot its first or last place is read.
    if (plot.current) shared?.say(plot.current.toPixels.xValue(Math.min(layout.width, Math.max(0, x))));
    hover({ x, y: event.clientY - box.top - layout.top });
  }

  function onClick(event: MouseEvent<HTMLDivElement>) {
    // The end of a drag is none.
    if (!props.pins?.adding || !layout || !plot.current || Math.abs(event.clientX - pressed.current) >= leastDrag)
      return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const inPlot = { x: at.x - layout.left, y: at.y - layout.top };
    const found = readPoint(series, pointInReach(series, scale, inPlot, plot.current.toPixels, hovering.radius));
    setOffered(found && props.pins.adding(found) && { point: found, at });
  }

  function addPin(at: ReadPoint | undefined) {
    setOffered(undefined);
    if (at) props.pins?.adding?.(at)?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    setOffered(undefined);
    if (event.key === 'p' && point && props.pins?.adding) {
      event.preventDefault();
      event.stopPropagation();
      addPin(readPoint(series, point));
      return;
    }
    const act = zoomKeys[event.key];
    const next = act && zoom ? null : walk(series, scale, point, event.key, event.shiftKey ? stride : 1);
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
    <div className={styles.stage} style={{ height }} onPointerLeave={() => setOffered(undefined)}>
      <div
        className={styles.plot}
        style={{ height }}
        role="img"
        aria-label={props.summary}
        aria-keyshortcuts={`ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape${zoom ? ' + - 0' : ''}${props.pins?.adding ? ' P' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the points
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => {
          shared?.say(undefined);
          onRead(undefined);
        }}
        {...dragged.handlers}
        onPointerDown={(event) => {
          pressed.current = event.clientX;
          dragged.handlers.onPointerDown?.(event);
        }}
        onClick={onClick}
        onDoubleClick={() => {
          setOffered(undefined);
          dragged.handlers.onDoubleClick?.();
        }}
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
        {layout && labelled && <EndLabels {...{ series, layout, ink, narrow, nameOf }} formatY={props.formatY} />}
        {layout && shared && <Crosshair shared={shared} plot={plot.current} layout={layout} formatX={props.formatX} />}
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
              style={
                { '--x': `${marked.x}px`, top: marked.y, '--off': `${hovering.tooltipOffset}px` } as React.CSSProperties
              }
            >
              <span>{marked.name}</span>
              {` · ${props.formatAt(marked.value.x)} ${props.formatY(marked.value.y)}`}
            </span>
          </>
        )}
      </div>
      {layout && plot.current && props.pins && !narrow && (
        <PinMarks
          {...{ series, scale, ink, layout }}
          pins={props.pins}
          plot={plot.current}
          formatX={props.formatAt}
          formatY={props.formatY}
        />
      )}
      {offered && (
        <OfferPin
          at={offered.at}
          within={{ width: layout?.width ?? 0, height }}
          words={`Add pin at ${props.formatAt(offered.point.x)}`}
          onAdd={() => addPin(offered.point)}
        />
      )}
    </div>
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
