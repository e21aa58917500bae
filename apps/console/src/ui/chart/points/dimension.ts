import { formatSetting } from '../../format/numbers.ts';
import type { ChartScale } from '../line-series.ts';
import { linearTicks, logTicks } from '../ticks.ts';

/** A number, a choice, or nothing. */
export type Cell = number | string | null;

/** One quantity of all rows: a hyperparameter or a metric. Values stand at the rows' places. */
export interface Dimension {
  name: string;
  values: readonly Cell[];
  scale: ChartScale;
}

/** A dimension as an axis from 0 to 1. */
export interface Axis {
  name: string;
  /** Its choices in order, where it has no numbers. */
  choices: string[] | undefined;
  /** All its numbers are whole. */
  whole: boolean;
  /** Place of a value; undefined where it has none. */
  at: (cell: Cell | undefined) => number | undefined;
  /** Number at a place; of an axis of choices the choice's place in the list. */
  valueAt: (place: number) => number;
  ticks: (count: number) => { at: number; label: string }[];
}

export function cellText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : formatSetting(cell);
}

/** A dimension with one text has no scale: each different value is a choice. Log needs every value above zero. */
export function axisOf({ name, values, scale }: Dimension): Axis {
  if (values.some((cell) => typeof cell === 'string')) return choiceAxis(name, values);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let whole = true;
  for (const cell of values) {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) continue;
    if (cell < min) min = cell;
    if (cell > max) max = cell;
    whole &&= Number.isInteger(cell);
  }
  const log = scale === 'log' && min > 0 && min < max;
  const measure = log ? Math.log : (value: number) => value;
  const from = measure(min);
  const span = measure(max) - from;
  const at = (cell: Cell | undefined) => {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) return undefined;
    return span > 0 ? (measure(cell) - from) / span : 0.5;
  };
  return {
    name,
    choices: undefined,
    whole,
    at,
    valueAt: (place) => (log ? Math.exp(from + place * span) : span > 0 ? from + place * span : min),
    ticks: (count) => {
      if (!(min <= max)) return [];
      const between = log ? logTicks(min, max, count) : linearTicks(min, max, count);
      // Both ends are told; round values close to one of them would stand on its label.
      const room = 0.6 / Math.max(1, count);
      const inner = between.filter((tick) => (at(tick) ?? 0) > room && (at(tick) ?? 1) < 1 - room);
      return [...new Set(span > 0 ? [min, ...inner, max] : [min])].map((tick) => ({
        at: at(tick) ?? 0,
        label: formatSetting(Number(tick.toPrecision(4))),
      }));
    },
  };
}

function choiceAxis(name: string, values: readonly Cell[]): Axis {
  const texts = new Set<string>();
  for (const cell of values) if (cell !== null) texts.add(String(cell));
  const choices = [...texts].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const places = new Map(choices.map((text, i) => [text, choices.length > 1 ? i / (choices.length - 1) : 0.5]));
  return {
    name,
    choices,
    whole: false,
    at: (cell) => (cell === null || cell === undefined ? undefined : places.get(String(cell))),
    valueAt: (place) => Math.round(place * (choices.length - 1)),
    ticks: () => choices.map((label) => ({ at: places.get(label) ?? 0, label })),
  };
}

/** How two quantities go together by their ranks, from -1 to 1; undefined for choices and where one never changes. */
export function rankCorrelation(a: readonly Cell[], b: readonly Cell[]): number | undefined {
  const pairs: [number, number][] = [];
  a.forEach((left, i) => {
    const right = b[i];
    if (typeof left === 'number' && typeof right === 'number' && Number.isFinite(left) && Number.isFinite(right)) {
      pairs.push([left, right]);
    }
  });
  if (pairs.length < 3 || [...a, ...b].some((cell) => typeof cell === 'string')) return undefined;
  const left = ranks(pairs.map(([value]) => value));
  const right = ranks(pairs.map(([, value]) => value));
  const mean = (pairs.length - 1) / 2;
  let both = 0;
  let ofLeft = 0;
  let ofRight = 0;
  left.forEach((rank, i) => {
    const x = rank - mean;
    const y = (right[i] ?? 0) - mean;
    both += x * y;
    ofLeft += x * x;
    ofRight += y * y;
  });
  return ofLeft > 0 && ofRight > 0 ? both / Math.sqrt(ofLeft * ofRight) : undefined;
}

/** Ranks from 0; equal values share the middle of theirs. */
function ranks(values: number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((x, y) => x.value - y.value);
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && order[end + 1]?.value === order[start]?.value) end += 1;
    for (let i = start; i <= end; i++) result[order[i]?.i ?? 0] = (start + end) / 2;
    start = end + 1;
  }
  return result;
}
