import { SearchError } from './search-error.ts';
/** The `hyperparameters` section of an experiment configuration, as it is stored. */
export type Hyperparameters = Readonly<Record<string, unknown>>;

/** One choice of values: what a trial gets as `hparams`. */
export type Hparams = Record<string, unknown>;

interface Range {
  minval: number;
  maxval: number;
  /** Points of the axis in a grid search. */
  count: number | null;
}

export type Space =
  | { type: 'const'; val: unknown }
  | { type: 'categorical'; vals: readonly unknown[] }
  | ({ type: 'int' } & Range)
  | ({ type: 'double' } & Range)
  | ({ type: 'log'; base: number } & Range)
  | NestedSpace;

/** Members in bytewise order of their names: the order of draws and of grid axes. */
export interface NestedSpace {
  type: 'nested';
  members: readonly (readonly [name: string, space: Space])[];
}

/** Reads the section of a checked configuration; throws where the check must have been missed. */
export function readHyperparameters(hyperparameters: Hyperparameters): NestedSpace {
  const names = Object.keys(hyperparameters).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return { type: 'nested', members: names.map((name) => [name, readSpace(name, hyperparameters[name])]) };
}

function readSpace(name: string, value: unknown): Space {
  if (!isMap(value)) return { type: 'const', val: value };
  switch (value.type) {
    case undefined:
      return readHyperparameters(value);
    case 'const':
      return { type: 'const', val: value.val };
    case 'categorical':
      if (!Array.isArray(value.vals)) throw malformed(name, 'vals');
      return { type: 'categorical', vals: value.vals };
    case 'int':
    case 'double':
      return { type: value.type, ...readRange(name, value) };
    case 'log':
      return { type: 'log', base: readNumber(name, value, 'base'), ...readRange(name, value) };
    default:
      throw malformed(name, 'type');
  }
}

function readRange(name: string, value: Hyperparameters): Range {
  return {
    minval: readNumber(name, value, 'minval'),
    maxval: readNumber(name, value, 'maxval'),
    count: value.count === undefined || value.count === null ? null : readNumber(name, value, 'count'),
  };
}

function readNumber(name: string, value: Hyperparameters, field: string): number {
  const number = value[field];
  if (typeof number !== 'number') throw malformed(name, field);
  return number;
}

function isMap(value: unknown): value is Hyperparameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(name: string, field: string): SearchError {
  return new SearchError(`hyperparameter ${name}: ${field} is missing or malformed`);
}
