import { truncate } from '../../format/words.ts';
import { axisNameLength } from '../chart-sizes.ts';
import { type Axis, axisOf, type Dimension } from '../points/dimension.ts';
import { STEPS, stepOf } from '../points/strength.ts';
import { type Brushes, isKept } from './brush.ts';

/** Narrower than that axes do not stand; the plot scrolls then. */
const LEAST_GAP = 88;
const LEFT = 20;
/** Room for names, turned by 45°, above the axes and beside the last. */
const LETTER = 4.6;
const NAMES = 24;

export interface ParallelLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  /** Where each axis stands. */
  x: number[];
  y: (place: number) => number;
  placeAt: (y: number) => number;
}

export function parallelLayout(axes: readonly Axis[], box: number, height: number): ParallelLayout {
  const longest = Math.max(0, ...axes.map((axis) => truncate(axis.name, axisNameLength).length));
  const top = longest * LETTER + NAMES;
  const lastName = truncate(axes.at(-1)?.name ?? '', axisNameLength).length;
  const right = Math.max(72, lastName * LETTER + 16);
  const gaps = Math.max(1, axes.length - 1);
  const width = Math.max(box, LEFT + right + gaps * LEAST_GAP);
  const gap = (width - LEFT - right) / gaps;
  const bottom = height - 14;
  return {
    width,
    height,
    top,
    bottom,
    x: axes.map((_, i) => LEFT + i * gap),
    y: (place) => bottom - place * (bottom - top),
    placeAt: (y) => Math.min(1, Math.max(0, (bottom - y) / (bottom - top))),
  };
}

/** Places of a row along its axes; undefined where it has no value. */
export type RowPlaces = (number | undefined)[];

export interface ParallelModel {
  axes: Axis[];
  places: RowPlaces[];
  kept: boolean[];
}

export function parallelModel(dimensions: readonly Dimension[], brushes: Brushes): ParallelModel {
  const axes = dimensions.map(axisOf);
  const rows = dimensions[0]?.values.length ?? 0;
  const places: RowPlaces[] = [];
  const kept: boolean[] = [];
  for (let row = 0; row < rows; row++) {
    places.push(axes.map((axis, i) => axis.at(dimensions[i]?.values[row])));
    kept.push(isKept(axes, (i) => dimensions[i]?.values[row], brushes));
  }
  return { axes, places, kept };
}

/** A row as path data: it breaks where a value is missing. */
export function linePath(places: RowPlaces, { x, y }: ParallelLayout): string {
  let path = '';
  let open = false;
  places.forEach((place, i) => {
    if (place === undefined) {
      open = false;
      return;
    }
    path += `${open ? 'L' : 'M'}${(x[i] ?? 0).toFixed(1)} ${y(place).toFixed(1)}`;
    open = true;
  });
  return path;
}

/** All lines, a path for each step of colour and one for those outside the brush. */
export function parallelPaths(
  { places, kept }: ParallelModel,
  strength: readonly (number | undefined)[],
  layout: ParallelLayout,
): { ghosts: string; steps: string[] } {
  const steps = new Array<string>(STEPS).fill('');
  let ghosts = '';
  places.forEach((row, i) => {
    const value = strength[i];
    if (!kept[i] || value === undefined) ghosts += linePath(row, layout);
    else steps[stepOf(value)] += linePath(row, layout);
  });
  return { ghosts, steps };
}

/** The kept row whose line passes nearest to a place, within a radius in pixels. */
export function rowInReach(
  { places, kept }: ParallelModel,
  { x, y }: ParallelLayout,
  at: { x: number; y: number },
  radius: number,
): number | undefined {
  const after = x.findIndex((one) => one >= at.x);
  const right = after < 0 ? x.length - 1 : after;
  const left = Math.max(0, right - 1);
  const [from = 0, to = 0] = [x[left], x[right]];
  const share = to > from ? Math.min(1, Math.max(0, (at.x - from) / (to - from))) : 0;
  let best: number | undefined;
  let distance = radius;
  places.forEach((row, i) => {
    const [start, end] = [row[left], row[right]];
    if (!kept[i] || start === undefined || end === undefined) return;
    const away = Math.abs(y(start + (end - start) * share) - at.y);
    if (away <= distance) {
      distance = away;
      best = i;
    }
  });
  return best;
}
