import { leastToMove } from '@determined/contract/limits.ts';

/** What stands at a path in a run. */
export type Found = number | string | boolean | null;

export interface Moves {
  by: 'spearman' | 'eta2';
  value: number;
  /** Runs that have both. */
  n: number;
}

/**
 * How a setting goes with a metric over many runs; those that lack either do not count. Numbers by Spearman's rank
 * correlation, anything else by how much of the ranks' spread its words explain. Null where fewer than eight runs have
 * both, or one of them is the same in all.
 */
export function movesWith(settings: readonly Found[], metric: readonly (number | null)[]): Moves | null {
  const both = settings.flatMap((setting, i) => {
    const value = metric[i];
    return setting === null || value === undefined || value === null || !Number.isFinite(value)
      ? []
      : [{ setting, value }];
  });
  const n = both.length;
  if (n < leastToMove) return null;
  const values = ranks(both.map(({ value }) => value));
  const numbers = both.map(({ setting }) => (typeof setting === 'number' ? setting : undefined));
  const isNumbers = (list: (number | undefined)[]): list is number[] => !list.includes(undefined);
  const value = isNumbers(numbers)
    ? correlation(ranks(numbers), values)
    : explained(
        both.map(({ setting }) => String(setting)),
        values,
      );
  return value === undefined ? null : { by: isNumbers(numbers) ? 'spearman' : 'eta2', value, n };
}

/** From 1; equal ones share the mean of their places. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const found = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to]?.value === order[from]?.value) to += 1;
    for (const { index } of order.slice(from, to)) found[index] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]) => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
};

/** Pearson's, which of ranks is Spearman's; undefined where one of them is the same everywhere. */
function correlation(a: readonly number[], b: readonly number[]): number | undefined {
  const [middleA, middleB] = [mean(a), mean(b)];
  const scale = Math.sqrt(spread(a) * spread(b));
  if (scale === 0) return undefined;
  return a.reduce((sum, one, i) => sum + (one - middleA) * ((b[i] ?? 0) - middleB), 0) / scale;
}

/**
 * η²: the share of the spread that lies between the words, less what as many words would explain by chance; not under 0.
 * Undefined where there is one word, where each run has its own, or where the values do not differ.
 */
function explained(words: readonly string[], values: readonly number[]): number | undefined {
  const groups = [...Map.groupBy(values, (_, i) => words[i])].map(([, members]) => members);
  const whole = spread(values);
  const n = values.length;
  if (groups.length < 2 || groups.length === n || whole === 0) return undefined;
  const within = groups.reduce((sum, members) => sum + spread(members), 0);
  return Math.max(0, 1 - (within / whole) * ((n - 1) / (n - groups.length)));
}
