import { type ChartScale, drawable, type LineSeries } from './line-series.ts';

/** Sizes of marks, in pixels: the dot at a line's end; a cross's arm and how far it stands above the plot's foot. */
export const END = 2.2;
export const CROSS = { arm: 3, above: 6 } as const;

/** A run of points of a line, by their indexes: the first, and the one after the last. */
type Run = readonly [from: number, to: number];

/** Where a line's band has a place on the scale. */
export function bandRuns({ x, min, max }: LineSeries, scale: ChartScale): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let i = 0; i <= x.length; i++) {
    if (i < x.length && drawable(min?.[i], scale) && drawable(max?.[i], scale)) continue;
    if (i > from) runs.push([from, i]);
    from = i + 1;
  }
  return runs;
}

/** What a line says of values that have no place: bridges from the point before to the one after, and which were not finite. */
export function lineBreaks({ x, y }: LineSeries, scale: ChartScale): { bridges: Run[]; notFinite: number[] } {
  const bridges: Run[] = [];
  const notFinite: number[] = [];
  let before: number | undefined;
  for (let i = 0; i < x.length; i++) {
    const value = y[i];
    if (drawable(value, scale)) {
      if (before !== undefined && before < i - 1) bridges.push([before, i]);
      before = i;
    } else if (value !== null && value !== undefined && !Number.isFinite(value)) {
      notFinite.push(i);
    }
  }
  return { bridges, notFinite };
}
