import type { XWindow } from './x-window.ts';

/** One line of a chart. `x` ascends; in `y` null is a gap and NaN or Infinity a value that was reported as such. */
export interface LineSeries {
  id: number | string;
  name: string;
  /** Place in the palette; undefined draws a ghost: not in question, without a label. */
  color: number | undefined;
  /** Of a ghost: the palette place of the line that it lies under, in whose colour it is drawn faintly. */
  faint?: number;
  /** How much of its colour a faint line has, from 0 to 1; 0.22 without it. */
  opacity?: number;
  /** What stands at its end in the name's place, from long to short: the first that has room. */
  ends?: readonly string[];
  /** It stands for several lines: drawn as thick as a chosen one. */
  strong?: boolean;
  x: number[];
  y: (number | null)[];
  /** Least and greatest value of every bucket, as long as x. */
  min?: (number | null)[];
  max?: (number | null)[];
  /** Draws min and max as a band. */
  band?: boolean;
}

export type ChartScale = 'linear' | 'log';

export const scaleChoices: { value: ChartScale; label: string }[] = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Log' },
];

export interface Extent {
  min: number;
  max: number;
}

/** Whether a value has a place on the scale. */
export function drawable(value: number | null | undefined, scale: ChartScale): value is number {
  return value !== null && value !== undefined && Number.isFinite(value) && (scale === 'linear' || value > 0);
}

function widen(extent: Extent | undefined, value: number): Extent {
  if (!extent) return { min: value, max: value };
  if (value < extent.min) extent.min = value;
  if (value > extent.max) extent.max = value;
  return extent;
}

/** From the first to the last x of all series. */
export function xExtent(series: LineSeries[]): Extent | undefined {
  let extent: Extent | undefined;
  for (const one of series) {
    const first = one.x[0];
    const last = one.x.at(-1);
    if (first !== undefined) extent = widen(extent, first);
    if (last !== undefined) extent = widen(extent, last);
  }
  return extent;
}

/** What of the lines lies within a part of the x axis. */
export function withinWindow(series: LineSeries[], window: XWindow | undefined): LineSeries[] {
  if (!window) return series;
  return series.map((one) => {
    const from = one.x.findIndex((x) => x >= window[0]);
    const to = from < 0 ? 0 : one.x.findLastIndex((x) => x <= window[1]) + 1;
    const part = <T>(list: T[]): T[] => (from < 0 ? [] : list.slice(from, to));
    return { ...one, x: part(one.x), y: part(one.y), min: one.min && part(one.min), max: one.max && part(one.max) };
  });
}

/** From the least to the greatest drawable y, drawn bands included. */
export function yExtent(series: LineSeries[], scale: ChartScale): Extent | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of series) {
    for (const list of one.band ? [one.y, one.min ?? [], one.max ?? []] : [one.y]) {
      for (let at = 0; at < list.length; at++) {
        const value = list[at];
        if (!drawable(value, scale)) continue;
        if (value < min) min = value;
        if (value > max) max = value;
      }
    }
  }
  return min <= max ? { min, max } : undefined;
}

/** An axis's limits: the extent with room around it, on the scale's own measure. */
export function paddedRange(extent: Extent | undefined, scale: ChartScale): [number, number] {
  if (!extent) return scale === 'log' ? [0.1, 1] : [0, 1];
  if (scale === 'log') {
    const factor = extent.max === extent.min ? 2 : (extent.max / extent.min) ** 0.04;
    return [extent.min / factor, extent.max * factor];
  }
  const size = Math.abs(extent.max);
  // The last bits of a mean are no height: a constant that was smoothed is one still.
  const span = extent.max - extent.min > size * 1e-9 ? extent.max - extent.min : size || 1;
  return [extent.min - span * 0.05, extent.max + span * 0.05];
}

/** A point of a series, by indexes. */
export interface PointRef {
  series: number;
  point: number;
}

/** A point that is read on, by what stays when lines come, go or are ranked anew. */
export interface ReadPoint {
  id: LineSeries['id'];
  x: number;
}

export function readPoint(series: LineSeries[], ref: PointRef | undefined): ReadPoint | undefined {
  const one = ref && series[ref.series];
  const x = one?.x[ref?.point ?? -1];
  return one && x !== undefined ? { id: one.id, x } : undefined;
}

/** Where the point that is read stands now: the one nearest to its x; undefined when its line has gone. */
export function findPoint(series: LineSeries[], read: ReadPoint | undefined): PointRef | undefined {
  if (!read) return undefined;
  const index = series.findIndex((one) => one.id === read.id);
  const point = nearestIndex(series[index]?.x ?? [], read.x);
  return point < 0 ? undefined : { series: index, point };
}

/** Index of the x nearest to a value in an ascending list; -1 when the list is empty. */
export function nearestIndex(x: number[], value: number): number {
  let low = 0;
  let high = x.length - 1;
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[middle] ?? 0) < value) low = middle;
    else high = middle;
  }
  return Math.abs((x[low] ?? 0) - value) <= Math.abs((x[high] ?? 0) - value) ? low : high;
}

/**
 * The drawn point nearest to a place on the screen, within a radius in pixels. Only points whose x lies within the radius are
 * looked at, so that hovering costs the same with long series.
 */
export function pointInReach(
  series: LineSeries[],
  scale: ChartScale,
  at: { x: number; y: number },
  toPixels: { x: (value: number) => number; y: (value: number) => number; xValue: (pixel: number) => number },
  radius: number,
): PointRef | undefined {
  let best: PointRef | undefined;
  let bestDistance = radius * radius;
  const from = toPixels.xValue(at.x - radius);
  const to = toPixels.xValue(at.x + radius);
  series.forEach((one, seriesIndex) => {
    if (one.color === undefined) return;
    const start = nearestIndex(one.x, from);
    if (start < 0) return;
    for (let i = start; i < one.x.length; i++) {
      const x = one.x[i];
      const y = one.y[i];
      if (x === undefined || x > to) break;
      if (!drawable(y, scale)) continue;
      const distance = (toPixels.x(x) - at.x) ** 2 + (toPixels.y(y) - at.y) ** 2;
      if (distance <= bestDistance) {
        bestDistance = distance;
        best = { series: seriesIndex, point: i };
      }
    }
  });
  return best;
}

/** The last point of a series that has a place on the scale. */
export function lastDrawn(series: LineSeries, scale: ChartScale): number | undefined {
  for (let i = series.y.length - 1; i >= 0; i--) {
    if (drawable(series.y[i], scale)) return i;
  }
  return undefined;
}

/** Pushes labels apart to a least distance, keeps their order and holds them between top and bottom. Returns their places. */
export function spreadLabels(wanted: number[], distance: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let floor = top;
  for (const label of order) {
    label.y = Math.max(label.y, floor);
    floor = label.y + distance;
  }
  let ceiling = bottom;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, ceiling);
    ceiling = label.y - distance;
  }
  const places = new Array<number>(wanted.length);
  for (const label of order) places[label.index] = label.y;
  return places;
}
