import type { JsonValue } from '../../metrics/shared/metric-values.ts';
import { type Cell, cellText, compareNumbers, compareTexts, isMap, jsonText, numberText } from './cells.ts';
import { likePattern } from './like-pattern.ts';

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * What a field of a filter asks of a cell. Nothing in the filter's language negates a condition, so one that plain SQL
 * would find unknown does not hold.
 */
export type CellTest =
  | { of: 'metric'; ask: Question }
  | { of: 'sampled'; ask: Question }
  | { of: 'configured'; ask: Question | { is: 'in range'; value: number; text: string; not: boolean } };

export type Question =
  | { is: 'empty' | 'not empty'; text: boolean }
  | { is: 'number'; operator: Comparison; value: number }
  | { is: 'boolean'; operator: Comparison; value: boolean }
  | { is: 'text'; operator: Comparison; value: string }
  | { is: 'like'; value: string; not: boolean };

export function cellTest(test: CellTest): (cell: Cell) => boolean {
  if (test.of === 'metric') return metricTest(test.ask);
  return test.of === 'sampled' ? sampledTest(test.ask) : configuredTest(test.ask);
}

/** Facts: platform semantics 6.4. */
function metricTest(ask: Question): (cell: Cell) => boolean {
  switch (ask.is) {
    case 'empty':
      return (cell) => cell === undefined;
    case 'not empty':
      return (cell) => cell !== undefined;
    case 'number': {
      const holds = numberTest(ask.operator, ask.value);
      return (cell) => typeof cell === 'number' && holds(cell);
    }
    case 'boolean':
      return () => false;
    default: {
      const holds = textTest(ask);
      return (cell) => {
        const text = cellText(cell);
        return text !== undefined && holds(text);
      };
    }
  }
}

/** Of the type that the filter says, at a place that holds a value. Facts: platform semantics 6.6. */
function sampledTest(ask: Question): (cell: Cell) => boolean {
  // A map is no value; a list and null are values, of no type to compare by.
  const isEmpty = (cell: Cell) =>
    cell === undefined || (typeof cell === 'object' && 'json' in cell && isMap(cell.json));
  switch (ask.is) {
    case 'empty':
      return isEmpty;
    case 'not empty':
      return (cell) => !isEmpty(cell);
    case 'number': {
      const holds = numberTest(ask.operator, ask.value);
      return (cell) => typeof cell === 'number' && holds(cell);
    }
    case 'boolean': {
      const holds = numberTest(ask.operator, Number(ask.value));
      return (cell) => {
        const json = jsonOf(cell);
        return typeof json === 'boolean' && holds(Number(json));
      };
    }
    default: {
      const holds = textTest(ask);
      return (cell) => {
        const json = jsonOf(cell);
        return typeof json === 'string' && holds(json);
      };
    }
  }
}

/** By its kind, false where it is not there. Facts: platform semantics 6.5. */
function configuredTest(ask: Extract<CellTest, { of: 'configured' }>['ask']): (cell: Cell) => boolean {
  const { constant, range, choice } = configuredParts(ask);
  return (cell) => {
    if (cell === undefined) return false;
    if (typeof cell === 'number') return constant(cell);
    const json = jsonOf(cell);
    if (!isMap(json)) return false;
    switch (json.type) {
      case 'const':
        return constant(json.val);
      case 'int':
      case 'double':
      case 'log':
        return range(json.minval, json.maxval);
      case 'categorical':
        return choice(json.vals);
      default:
        return false;
    }
  };
}

interface ConfiguredParts {
  constant: (val: unknown) => boolean;
  range: (minval: unknown, maxval: unknown) => boolean;
  choice: (vals: unknown) => boolean;
}

function configuredParts(ask: Extract<CellTest, { of: 'configured' }>['ask']): ConfiguredParts {
  const never = () => false;
  const has = (vals: unknown, value: string) => Array.isArray(vals) && vals.includes(value);
  const isNull = (value: unknown) => value === null || value === undefined;
  switch (ask.is) {
    case 'empty':
      return { constant: isNull, range: never, choice: (vals) => vals === undefined };
    case 'not empty':
      return { constant: (val) => !isNull(val), range: () => !ask.text, choice: (vals) => vals !== undefined };
    case 'in range': {
      const { value, not, text } = ask;
      const low = numberTest(not ? '>=' : '<=', value);
      const high = numberTest(not ? '<=' : '>=', value);
      return {
        constant: never,
        range: (minval, maxval) =>
          (typeof minval === 'number' && low(minval)) || (typeof maxval === 'number' && high(maxval)),
        choice: (vals) => has(vals, text) !== not,
      };
    }
    case 'number': {
      const holds = numberTest(ask.operator, ask.value);
      const isIt = (value: unknown) => typeof value === 'number' && holds(value);
      return { constant: isIt, range: (minval, maxval) => isIt(minval) || isIt(maxval), choice: never };
    }
    case 'boolean':
      return { constant: never, range: never, choice: never };
    default: {
      const holds = textTest(ask);
      // Read from JSON.
      const constant = (val: unknown) => !isNull(val) && holds(constantText(val as JsonValue));
      const choice = ask.is === 'like' ? (vals: unknown) => has(vals, ask.value) !== ask.not : never;
      return { constant, range: never, choice };
    }
  }
}

function constantText(val: JsonValue): string {
  if (typeof val === 'number') return numberText(val);
  return typeof val === 'string' ? val : jsonText(val);
}

function jsonOf(cell: Cell): JsonValue | undefined {
  return typeof cell === 'object' && 'json' in cell ? cell.json : undefined;
}

function numberTest(operator: Comparison, value: number): (number: number) => boolean {
  return orderTest(operator, (number: number) => compareNumbers(number, value));
}

function textTest(ask: Extract<Question, { is: 'text' | 'like' }>): (text: string) => boolean {
  if (ask.is === 'text') return orderTest(ask.operator, (text: string) => compareTexts(text, ask.value));
  const matches = likePattern(`%${ask.value}%`);
  return ask.not ? (text) => !matches(text) : matches;
}

function orderTest<T>(operator: Comparison, order: (value: T) => number): (value: T) => boolean {
  switch (operator) {
    case '=':
      return (value) => order(value) === 0;
    case '!=':
      return (value) => order(value) !== 0;
    case '<':
      return (value) => order(value) < 0;
    case '<=':
      return (value) => order(value) <= 0;
    case '>':
      return (value) => order(value) > 0;
    case '>=':
      return (value) => order(value) >= 0;
  }
}
