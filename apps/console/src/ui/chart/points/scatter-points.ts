import type { Axis, Cell } from './dimension.ts';
import { STEPS, stepOf } from './strength.ts';

export interface ScatterLayout {
  width: number;
  height: number;
  x: (place: number) => number;
  y: (place: number) => number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LEFT = 62;
const RIGHT = 18;
const TOP = 14;
const BOTTOM = 28;
/** Points do not stand on the edges. */
const INSET = 6;

export function scatterLayout(width: number, height: number): ScatterLayout {
  const [left, right, top, bottom] = [LEFT, width - RIGHT, TOP, height - BOTTOM];
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: (place) => left + INSET + place * (right - left - 2 * INSET),
    y: (place) => bottom - INSET - place * (bottom - top - 2 * INSET),
  };
}

export interface ScatterPoint {
  row: number;
  x: number;
  y: number;
}

/** Rows that have both values, with their places in pixels. */
export function scatterPoints(
  rows: readonly number[],
  across: { axis: Axis; values: readonly Cell[] },
  up: { axis: Axis; values: readonly Cell[] },
  layout: ScatterLayout,
): ScatterPoint[] {
  return rows.flatMap((row) => {
    const x = across.axis.at(across.values[row]);
    const y = up.axis.at(up.values[row]);
    return x === undefined || y === undefined ? [] : [{ row, x: layout.x(x), y: layout.y(y) }];
  });
}

/** All dots, a path for each step of colour: strokes of no length with round ends. */
export function dotPaths(points: readonly ScatterPoint[], strength: readonly (number | undefined)[]): string[] {
  const paths = new Array<string>(STEPS).fill('');
  for (const { row, x, y } of points) paths[stepOf(strength[row] ?? 0)] += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  return paths;
}

export function dotInReach(
  points: readonly ScatterPoint[],
  at: { x: number; y: number },
  radius: number,
): ScatterPoint | undefined {
  let best: ScatterPoint | undefined;
  let distance = radius * radius;
  for (const point of points) {
    const away = (point.x - at.x) ** 2 + (point.y - at.y) ** 2;
    if (away <= distance) {
      distance = away;
      best = point;
    }
  }
  return best;
}
