import type { ChartScale } from '../line-series.ts';
import { axisOf, type Cell } from './dimension.ts';

/** Steps of the colour scale, from worst to best. */
export const STEPS = 9;

/** How good each value is among all, from 0 to 1; undefined for those without a place. */
export function strengths(
  values: readonly Cell[],
  scale: ChartScale,
  smallerIsBetter: boolean,
): (number | undefined)[] {
  const axis = axisOf({ name: '', values, scale });
  return values.map((value) => {
    const place = axis.at(value);
    return place === undefined ? undefined : smallerIsBetter ? 1 - place : place;
  });
}

export function stepOf(strength: number): number {
  return Math.round(Math.min(1, Math.max(0, strength)) * (STEPS - 1));
}

/** Colour of a step: five tokens of the theme, and halfway between them. */
export function stepColor(step: number): string {
  const token = Math.floor(step / 2);
  return step % 2 === 0 ? `var(--seq${token})` : `color-mix(in oklab, var(--seq${token}), var(--seq${token + 1}))`;
}

/** Rows from best to worst; those without a place are left out. */
export function bestFirst(strength: readonly (number | undefined)[]): number[] {
  return strength
    .flatMap((one, row) => (one === undefined ? [] : [{ one, row }]))
    .sort((a, b) => b.one - a.one || a.row - b.row)
    .map(({ row }) => row);
}
