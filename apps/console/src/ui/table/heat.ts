/**
 * Strength of a cell's tint: place of the value between the least and the greatest of the whole project, 1 being best.
 * Undefined (no tint) for values that are missing or not finite, and where there is nothing to compare with.
 */
export function heatStrength(
  value: number | null | undefined,
  range: { min: number; max: number } | undefined,
  smallerIsBetter: boolean,
): number | undefined {
  if (value === null || value === undefined || !Number.isFinite(value) || !range) return undefined;
  const span = range.max - range.min;
  if (!(span > 0)) return undefined;
  const place = Math.min(1, Math.max(0, (value - range.min) / span));
  return smallerIsBetter ? 1 - place : place;
}

/** Least and greatest of the finite values. */
export function rangeOf(values: Iterable<number | null | undefined>): { min: number; max: number } | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}
