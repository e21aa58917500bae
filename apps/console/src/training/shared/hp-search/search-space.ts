import type { Free } from '../experiment.ts';
import { numberOfText } from './search-settings.ts';

/** In the order of the choice; a categorical one can be kept, not made. */
export const hyperparameterTypes = {
  const: 'Constant',
  double: 'Double',
  int: 'Int',
  log: 'Log',
  categorical: 'Categorical',
} as const;
export type HyperparameterType = keyof typeof hyperparameterTypes;

const defaultLogBase = 10;

/** One hyperparameter as it is typed. */
export interface SpaceRow {
  key: string;
  name: string;
  type: HyperparameterType;
  /** The value of a constant; of another, the one that the trial had. */
  current: string;
  min: string;
  max: string;
  /** How many values of it a grid has. */
  count: string;
  base: number;
  /** Where it stood, and what there was: kept while it is not typed over. */
  was?: { path: readonly string[]; text: string; value: unknown; vals?: unknown };
}

const isObject = (value: unknown): value is Free =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values as one types them: text without quotes, all else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** Without the last digits of what powers make. */
const tidy = (value: number): number => Number(value.toPrecision(12));

export const emptyRow = (key: string): SpaceRow => ({
  key,
  name: '',
  type: 'const',
  current: '',
  min: '',
  max: '',
  count: '',
  base: defaultLogBase,
});

/** The hyperparameters of a configuration, nested ones by dotted names; `hparams`: the values of the trial it is begun from. */
export function spaceRows(hyperparameters: unknown, hparams?: unknown): SpaceRow[] {
  return leavesOf(hyperparameters, []).map(([path, leaf]) => {
    const type = isObject(leaf) && Object.hasOwn(hyperparameterTypes, String(leaf.type)) ? String(leaf.type) : 'const';
    const set = isObject(leaf) && 'type' in leaf ? leaf : { val: leaf };
    const ofTrial = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), hparams);
    const value = type === 'const' ? (ofTrial ?? set.val ?? null) : ofTrial;
    const base = typeof set.base === 'number' ? set.base : defaultLogBase;
    const bound = (bound: unknown) =>
      typeof bound !== 'number' ? '' : String(type === 'log' ? tidy(base ** bound) : bound);
    const text = value === undefined ? '' : textOf(value);
    return {
      key: path.join('.'),
      name: path.join('.'),
      // It is one of them.
      type: type as HyperparameterType,
      current: text,
      min: bound(set.minval),
      max: bound(set.maxval),
      count: typeof set.count === 'number' ? String(set.count) : '',
      base,
      was: { path, text, value, vals: set.vals },
    };
  });
}

function leavesOf(value: unknown, path: readonly string[]): [path: readonly string[], leaf: unknown][] {
  if (!isObject(value) || (path.length > 0 && typeof value.type === 'string')) {
    return path.length === 0 ? [] : [[path, value]];
  }
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** What is wrong, by `rows.<index>.<field>`. */
export function spaceProblems(rows: readonly SpaceRow[], searcher: string): Record<string, string> {
  const problems: Record<string, string> = {};
  rows.forEach((row, at) => {
    const before = rows.slice(0, at);
    for (const [field, problem] of Object.entries(rowProblems(row, before, searcher)))
      problems[`rows.${at}.${field}`] = problem;
  });
  return problems;
}

function rowProblems(row: SpaceRow, before: readonly SpaceRow[], searcher: string): Record<string, string> {
  const problems: Record<string, string> = {};
  const name = row.name.trim();
  const nests = (one: string, other: string) => one === other || one.startsWith(`${other}.`);
  if (name === '') problems.name = 'Name is required.';
  else if (before.some((other) => nests(name, other.name.trim()) || nests(other.name.trim(), name)))
    problems.name = 'There is another of this name.';
  if (row.type === 'categorical') return problems;
  if (row.type === 'const') {
    if (row.current.trim() === '' && !isKept(row)) problems.current = 'Current value is required.';
    return problems;
  }
  const [min, max, count] = [numberOfText(row.min), numberOfText(row.max), numberOfText(row.count)];
  if (row.min.trim() === '') problems.min = 'Minimum value is required.';
  else if (!Number.isFinite(min)) problems.min = 'Minimum value must be a number.';
  else if (row.type === 'log' && min <= 0) problems.min = 'Minimum value must be above 0 on a log scale.';
  if (row.max.trim() === '') problems.max = 'Maximum value is required.';
  else if (!Number.isFinite(max)) problems.max = 'Maximum value must be a number.';
  else if (max < min) problems.max = 'Maximum value must be greater or equal to than minimum value.';
  if (searcher !== 'grid') return problems;
  if (row.count.trim() === '') problems.count = 'Grid count is required.';
  else if (!Number.isFinite(count)) problems.count = 'Grid count must be a number.';
  else if (count < 1) problems.count = 'Grid count must be greater than or equal to 1.';
  return problems;
}

/** A constant that was one before and is not typed over: of whatever kind its value is. */
const isKept = ({ was, current }: SpaceRow): boolean => was?.value !== undefined && was.text === current;

/** Ints have no digits after the point. */
export const wholeText = (text: string): string => {
  const value = numberOfText(text);
  return Number.isFinite(value) ? String(Math.round(value)) : text;
};

/** The part of a configuration that says what is searched. */
export function hyperparametersOf(rows: readonly SpaceRow[], searcher: string): Free {
  const made: Free = {};
  for (const row of rows) {
    const name = row.name.trim();
    const path = row.was && row.was.path.join('.') === name ? row.was.path : name.split('.');
    const inner = path.slice(0, -1).reduce<Free>((at, key) => {
      at[key] ??= {};
      // No other has a name that goes on from this one.
      return at[key] as Free;
    }, made);
    inner[path.at(-1) ?? name] = hyperparameterOf(row, searcher);
  }
  return made;
}

function hyperparameterOf(row: SpaceRow, searcher: string): unknown {
  const { type, base } = row;
  if (type === 'categorical') return { type, vals: row.was?.vals };
  if (type === 'const') return constant(isKept(row) ? row.was?.value : typedValue(row.current));
  const read = (text: string) => Number(type === 'int' ? wholeText(text) : text);
  const [min, max] = [read(row.min), read(row.max)];
  // The server takes no range of one value.
  if (min === max) return constant(min);
  const exponent = (value: number) => tidy(Math.log(value) / Math.log(base));
  return {
    type,
    ...(type === 'log' ? { base, minval: exponent(min), maxval: exponent(max) } : { minval: min, maxval: max }),
    ...(searcher === 'grid' ? { count: Math.round(Number(row.count)) } : {}),
  };
}

/** An object would be read as hyperparameters of their own. */
const constant = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { type: 'const', val: value } : value;

/** A number, a truth value, null or JSON where it reads as one, else the text. */
function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
