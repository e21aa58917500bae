import { type JsonValue, metricNumber } from './shared/metric-values.ts';

/**
 * Chooses `max` of the rows of a series, in order and always the same ones (the reference draws at
 * random). Rows are cut into buckets of neighbours; of each bucket the row with the least and with the greatest value
 * of every column stays, and its last row; what is left of the allowance is spread evenly over the rest. With too small
 * an allowance for that, the extremes of the whole series and its end come first.
 */
export function chooseRows(
  columns: readonly (readonly (JsonValue | undefined)[])[],
  rows: number,
  max: number,
): number[] {
  if (rows <= max) return Array.from({ length: rows }, (_, index) => index);
  const numbers = columns.map((column) => column.map(finite));
  const perBucket = 2 * columns.length + 1;
  const chosen = new Set<number>();
  const add = (index: number | undefined) => {
    if (index !== undefined && chosen.size < max) chosen.add(index);
  };
  const buckets = Math.max(1, Math.floor(max / perBucket));
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * rows) / buckets);
    const to = Math.floor(((bucket + 1) * rows) / buckets);
    for (const column of numbers) {
      const { least, greatest } = extremes(column, from, to);
      add(greatest);
      add(least);
    }
    add(to - 1);
  }
  const rest = Array.from({ length: rows }, (_, index) => index).filter((index) => !chosen.has(index));
  const free = max - chosen.size;
  for (let index = 0; index < free; index += 1) add(rest[Math.floor((index * rest.length) / free)]);
  return [...chosen].sort((left, right) => left - right);
}

function finite(value: JsonValue | undefined): number | undefined {
  const number = metricNumber(value);
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

function extremes(
  column: readonly (number | undefined)[],
  from: number,
  to: number,
): { least: number | undefined; greatest: number | undefined } {
  let least: number | undefined;
  let greatest: number | undefined;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let index = from; index < to; index += 1) {
    const value = column[index];
    if (value === undefined) continue;
    if (value < lowest) {
      lowest = value;
      least = index;
    }
    if (value > highest) {
      highest = value;
      greatest = index;
    }
  }
  return { least, greatest };
}
