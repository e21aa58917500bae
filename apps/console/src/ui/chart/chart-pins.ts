import { type ChartScale, drawable, findPoint, type LineSeries, type ReadPoint, spreadLabels } from './line-series.ts';

/** A note on a step of a line. */
export interface ChartPin {
  id: number;
  /** What it is called by, on the chart and in its list. */
  number: number;
  line: LineSeries['id'];
  x: number;
  text: string;
  /** Who wrote it. */
  by: string;
}

export interface ChartPins {
  list: readonly ChartPin[];
  /** To what stands of it elsewhere. */
  onGo: (id: number) => void;
  /** What adds one at a point; undefined where none can be. Without it there is no such point. */
  adding?: ((at: ReadPoint) => (() => void) | undefined) | undefined;
}

/** Where a pin stands: its disc above the plot, its point on the line, in pixels from the plot's corner. */
export interface PlacedPin {
  pin: ChartPin;
  /** Index of its line. */
  series: number;
  /** The disc's middle, moved aside where another is in its place. */
  disc: number;
  x: number;
  /** On the line; undefined where that has no value there. */
  y: number | undefined;
  value: number | undefined;
}

/** A disc can be pressed by a finger. */
export const pinSize = 24;

/** The pins whose lines and steps are drawn, along their steps. */
export function placePins(
  list: readonly ChartPin[],
  series: LineSeries[],
  scale: ChartScale,
  toPixels: { x: (value: number) => number; y: (value: number) => number },
  width: number,
): PlacedPin[] {
  const placed = list.flatMap((pin): PlacedPin[] => {
    const found = findPoint(series, { id: pin.line, x: pin.x });
    const x = toPixels.x(pin.x);
    if (!found || x < 0 || x > width) return [];
    const value = series[found.series]?.y[found.point];
    const known = drawable(value, scale) ? value : undefined;
    return [
      { pin, series: found.series, disc: x, x, y: known === undefined ? undefined : toPixels.y(known), value: known },
    ];
  });
  const places = spreadLabels(
    placed.map(({ x }) => x),
    Math.min(pinSize, width / Math.max(1, placed.length)),
    0,
    width,
  );
  return placed.map((one, i) => ({ ...one, disc: places[i] ?? one.x }));
}
