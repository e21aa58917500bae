import { leastToMove } from '@determined/contract/limits.ts';
import type { JsonValue } from '../../../metrics/shared/metric-values.ts';
import { type CellColumn, firstOther, isNumber } from '../block-encoding.ts';
import { jsonText } from '../cells.ts';

/** How something goes with a metric: numbers by Spearman's rank correlation, words by η². */
export interface Moves {
  by: 'spearman' | 'eta2';
  value: number;
  /** Rows that have both. */
  n: number;
}

/** The same rows of both: those that have both. */
interface Pairs {
  rows: Uint32Array;
  /** Of the column: numbers, or where there are others the place of each row's word. */
  numbers: Float64Array | undefined;
  words: Uint32Array;
}

/** A metric's values by row, and the ranks of all that are finite. */
export interface RankedMetric {
  values: Float64Array;
  finite: number;
  /** Of the finite ones, in the order of their rows. */
  ranks: Float64Array;
}

/** @param values those that are not finite have no rank */
export function rankedMetric(values: Float64Array): RankedMetric {
  const finite = values.filter(Number.isFinite);
  return { values, finite: finite.length, ranks: ranks(finite) };
}

/**
 * How the cells of a column go with a metric; rows that lack either do not count. Numbers by Spearman's rank
 * correlation, anything else by how much of the ranks' spread its words explain. Null where fewer than eight rows have
 * both, or one of them is the same in all.
 */
export function movesWith(column: CellColumn, metric: RankedMetric): Moves | null {
  const { rows, numbers, words } = pairsOf(column, metric.values);
  const n = rows.length;
  if (n < leastToMove) return null;
  // Those of all rows, where none lacks the other.
  const values = n === metric.finite ? metric.ranks : ranks(picked(metric.values, rows));
  const value = numbers ? correlation(ranks(numbers), values) : explained(words, values);
  return value === undefined ? null : { by: numbers ? 'spearman' : 'eta2', value, n };
}

function pairsOf({ numbers, codes, others }: CellColumn, metric: Float64Array): Pairs {
  const texts = others.map((cell) =>
    typeof cell === 'number' ? String(cell) : 'text' in cell ? cell.text : wordOf(cell.json),
  );
  const rows = new Uint32Array(metric.length);
  let [count, plain] = [0, true];
  for (let row = 0; row < metric.length; row += 1) {
    if (!Number.isFinite(metric[row])) continue;
    const code = codes === null ? isNumber : (codes[row] as number);
    if (code !== isNumber && texts[code - firstOther] === undefined) continue;
    plain &&= code === isNumber;
    rows[count++] = row;
  }
  const found = rows.slice(0, count);
  if (plain) return { rows: found, numbers: picked(numbers, found), words: new Uint32Array() };
  const known = new Map<string, number>();
  const placeOf = (word: string) => {
    const place = known.get(word) ?? known.size;
    known.set(word, place);
    return place;
  };
  // Of each of the others once; numbers that stand among words are looked up one by one.
  const places = texts.map((text) => (text === undefined ? 0 : placeOf(text)));
  const words = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const row = found[at] as number;
    const code = codes === null ? isNumber : (codes[row] as number);
    words[at] = code === isNumber ? placeOf(String(numbers[row])) : (places[code - firstOther] as number);
  }
  return { rows: found, numbers: undefined, words };
}

function picked(values: Float64Array, rows: Uint32Array): Float64Array {
  const found = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) found[at] = values[rows[at] as number] as number;
  return found;
}

/** Null is no value. */
const wordOf = (json: JsonValue) => (json === null ? undefined : typeof json === 'string' ? json : jsonText(json));

/** From 1; equal ones share the mean of their places. */
export function ranks(values: Float64Array): Float64Array {
  const order = orderOf(values);
  const found = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    const value = values[order[from] as number] as number;
    let to = from + 1;
    while (to < order.length && values[order[to] as number] === value) to += 1;
    for (let at = from; at < to; at += 1) found[order[at] as number] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}

const digits = 65_536;

/** The places of finite numbers, the least first: digit by digit, as comparing a hundred thousand takes twenty times as long. */
function orderOf(values: Float64Array): Uint32Array {
  // The bits of numbers order as whole numbers do, of negative ones the other way round; 0 and -0 are one.
  const copy = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) copy[at] = (values[at] as number) + 0;
  const halves = new Uint16Array(copy.buffer);
  for (let at = 0; at < halves.length; at += 4) {
    const negative = (halves[at + 3] as number) >= digits / 2;
    for (let half = at; half < at + 4; half += 1)
      halves[half] = (halves[half] as number) ^ (negative ? digits - 1 : half === at + 3 ? digits / 2 : 0);
  }
  let order = new Uint32Array(values.length);
  for (let at = 0; at < order.length; at += 1) order[at] = at;
  let next = new Uint32Array(values.length);
  for (let digit = 0; digit < 4; digit += 1) {
    const starts = new Uint32Array(digits + 1);
    for (let at = digit; at < halves.length; at += 4)
      starts[(halves[at] as number) + 1] = (starts[(halves[at] as number) + 1] as number) + 1;
    for (let one = 1; one <= digits; one += 1) starts[one] = (starts[one] as number) + (starts[one - 1] as number);
    for (let at = 0; at < order.length; at += 1) {
      const place = order[at] as number;
      const half = halves[place * 4 + digit] as number;
      const to = starts[half] as number;
      next[to] = place;
      starts[half] = to + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** The sum of squared distances from the mean of ranks, which is known. */
function spread(values: Float64Array): number {
  const middle = (values.length + 1) / 2;
  let sum = 0;
  for (const value of values) sum += (value - middle) ** 2;
  return sum;
}

/** Pearson's, which of ranks is Spearman's; undefined where one of them is the same everywhere. */
function correlation(a: Float64Array, b: Float64Array): number | undefined {
  const middle = (a.length + 1) / 2;
  const scale = Math.sqrt(spread(a) * spread(b));
  if (scale === 0) return undefined;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += ((a[at] as number) - middle) * ((b[at] as number) - middle);
  return sum / scale;
}

/**
 * η²: the share of the spread that lies between the words, less what as many words would explain by chance; not under 0.
 * Undefined where there is one word, where each row has its own, or where the values do not differ.
 */
function explained(words: Uint32Array, values: Float64Array): number | undefined {
  const n = values.length;
  const middle = (n + 1) / 2;
  const whole = spread(values);
  // Some words stand in rows alone that are not looked at.
  const sums = new Map<number, { sum: number; count: number }>();
  for (let at = 0; at < n; at += 1) {
    const word = words[at] as number;
    const group = sums.get(word) ?? { sum: 0, count: 0 };
    if (group.count === 0) sums.set(word, group);
    group.sum += (values[at] as number) - middle;
    group.count += 1;
  }
  const groups = sums.size;
  if (groups < 2 || groups === n || whole === 0) return undefined;
  const between = [...sums.values()].reduce((all, { sum, count }) => all + sum ** 2 / count, 0);
  return Math.max(0, 1 - ((whole - between) / whole) * ((n - 1) / (n - groups)));
}
