import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { drawable, type LineSeries, yExtent } from '../line-series.ts';
import type { ChartZoom, XWindow } from '../x-window.ts';
import styles from './overview-strip.module.css';
import { draggedWindow, gripAt, keyedWindow, type StripGrip } from './strip-window.ts';

const HEIGHT = 44;
/** Pixels to either side in which an edge is held; a shorter drag than that is a click. */
const REACH = 8;
/** The drawing's own width; the strip's stretches it. */
const WIDTH = 1000;

interface OverviewStripProps extends ChartZoom {
  /** Accessible name. */
  name: string;
  /** All of them, over the whole axis. */
  series: readonly LineSeries[];
  /** A part of the axis in words. */
  format: (window: XWindow) => string;
  /** Said beside what is shown. */
  note: string;
}

/** Lines over the whole axis in little, with the part that charts show: dragged, sized by its edges, moved by keys. */
export function OverviewStrip({ name, series, window: shown, whole, onWindow, format, note }: OverviewStripProps) {
  const [drag, setDrag] = useState<{ grip: StripGrip; start: number; x: number; before: XWindow | undefined }>();
  const paths = useMemo(() => linePaths(series, whole), [series, whole]);
  const [from, to] = shown ?? whole;
  const share = (at: number) => `${((at - whole[0]) / (whole[1] - whole[0])) * 100}%`;
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { at: whole[0] + ((event.clientX - box.left) / box.width) * (whole[1] - whole[0]), width: box.width };
  };

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const { at, width } = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ grip: gripAt(at, shown, whole, REACH / width), start: at, x: event.clientX, before: shown });
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!drag || (drag.grip === 'new' && Math.abs(event.clientX - drag.x) < REACH)) return;
    onWindow(draggedWindow(drag.grip, { start: drag.start, at: placeOf(event).at }, drag.before, whole));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = keyedWindow(event.key, shown, whole);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onWindow(next);
  }

  return (
    <div className={styles.strip}>
      <div
        className={styles.track}
        style={{ height: HEIGHT }}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={whole[0]}
        aria-valuemax={whole[1]}
        aria-valuenow={(from + to) / 2}
        aria-valuetext={format([from, to])}
        aria-keyshortcuts="ArrowLeft ArrowRight PageUp PageDown Home End + - 0"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDrag(undefined)}
        onPointerCancel={() => setDrag(undefined)}
        onDoubleClick={() => onWindow(undefined)}
      >
        <svg
          className={styles.lines}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
          aria-hidden="true"
        >
          <path d={paths} vectorEffect="non-scaling-stroke" />
        </svg>
        <span
          className={styles.window}
          data-whole={shown === undefined || undefined}
          style={{ left: share(from), right: `calc(100% - ${share(to)})` }}
        />
      </div>
      <p className={styles.words}>
        {note} <b>{format([from, to])}</b>
      </p>
    </div>
  );
}

function linePaths(series: readonly LineSeries[], whole: XWindow): string {
  const { min, max } = yExtent([...series], 'linear') ?? { min: 0, max: 1 };
  const x = (value: number) => (((value - whole[0]) / (whole[1] - whole[0])) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 5 - ((value - min) / (max - min || 1)) * (HEIGHT - 10)).toFixed(1);
  let path = '';
  for (const one of series) {
    let open = false;
    one.x.forEach((at, i) => {
      const value = one.y[i];
      const has = drawable(value, 'linear');
      if (has) path += `${open ? 'L' : 'M'}${x(at)} ${y(value)}`;
      open = has;
    });
  }
  return path;
}
