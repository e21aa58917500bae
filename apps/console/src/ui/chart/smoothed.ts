import type { LineSeries } from './line-series.ts';

/**
 * Exponential smoothing of what was reported, without the pull towards zero at the start; `weight` from 0 (none) to 0.99. What is
 * not finite stays what it is and does not count.
 */
export function smoothed(values: readonly (number | null)[], weight: number): (number | null)[] {
  if (weight <= 0) return [...values];
  let sum = 0;
  let share = 0;
  return values.map((value) => {
    if (value === null || !Number.isFinite(value)) return value;
    sum = sum * weight + value * (1 - weight);
    share = share * weight + 1 - weight;
    return sum / share;
  });
}

/** Smooth lines, below each what was reported, faint. */
export function smoothLines(lines: readonly LineSeries[], weight: number): LineSeries[] {
  if (weight <= 0) return [...lines];
  return lines.flatMap((line) => {
    const { id, color, y } = line;
    const smooth = { ...line, y: smoothed(y, weight) };
    return color === undefined ? [smooth] : [{ ...line, id: `raw ${id}`, color: undefined, faint: color }, smooth];
  });
}
