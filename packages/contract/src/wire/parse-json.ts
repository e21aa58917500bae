import { ApiError, invalidArgument, textOfError } from '../errors.ts';
import { maxBodyValues } from '../limits.ts';

/**
 * A whole number that was written with a fraction or an exponent (`1.0`, `1e1`). Integer fields refuse it, which only
 * the text can tell; everywhere else it is its value.
 */
export class WrittenAsFloat {
  readonly value: number;
  readonly text: string;

  constructor(value: number, text: string) {
    this.value = value;
    this.text = text;
  }
}

// ES2024's library does not know the third argument yet; engines without it leave it out.
type SourceReviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const keepFloatForm: SourceReviver = (_key, value, context) =>
  typeof value === 'number' && Number.isInteger(value) && context?.source && /[.eE]/.test(context.source)
    ? new WrittenAsFloat(value, context.source)
    : value;

// The reviver visits every value, so it is used only where a number of that form may stand: also inside a text, if it
// stands there as in JSON.
const maybeFloatForm = /(?:^|[[:,])\s*-?\d+(?:\.0+|(?:\.\d+)?[eE][+-]?\d+)\s*(?:[\]},]|$)/;

/**
 * The first JSON value of a request body. What follows it is ignored, of a name given twice the last counts, an empty
 * body is the empty request (undefined). Throws InvalidArgument.
 */
export function parseJsonBody(text: string): unknown {
  return firstValue(text, parse);
}

/**
 * The same for a text that is parsed on another thread. Of whole numbers the written form is forgotten, which could not
 * be handed over. Throws InvalidArgument for more than `maxBodyValues` values: handing them over costs the main thread.
 */
export function parseLargeJsonBody(text: string): unknown {
  if (countValues(text) > maxBodyValues) throw invalidArgument(`body: more than ${maxBodyValues} values`);
  return firstValue(text, JSON.parse);
}

function firstValue(text: string, read: (text: string) => unknown): unknown {
  if (/^\s*$/.test(text)) return undefined;
  try {
    return read(text);
  } catch (error) {
    const end = endOfFirstValue(text);
    if (end === undefined) throw refusedBody(error);
    try {
      return read(text.slice(0, end));
    } catch (inner) {
      throw refusedBody(inner);
    }
  }
}

/** At least as many as there are: each but the first stands after one of these. */
function countValues(text: string): number {
  let count = 1;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) inText = !inText;
    else if (inText) {
      if (code === 0x5c) i++;
    } else if (code === 0x2c || code === 0x5b || code === 0x7b) count++;
  }
  return count;
}

/** What a body that cannot be read is answered. JavaScript says no more than RangeError of what nests too deeply. */
export function refusedBody(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return invalidArgument(`body: ${error instanceof RangeError ? 'it is nested too deeply' : textOfError(error)}`);
}

function parse(text: string): unknown {
  return maybeFloatForm.test(text) ? JSON.parse(text, keepFloatForm) : JSON.parse(text);
}

/** Where the first value of the text ends, or undefined when it does not end before the text does. */
function endOfFirstValue(text: string): number | undefined {
  let depth = 0;
  let position = text.search(/\S/);
  while (position < text.length) {
    const letter = text[position];
    if (letter === '"') {
      position++;
      while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
      position++;
    } else if (letter === '{' || letter === '[') {
      depth++;
      position++;
      continue;
    } else if (letter === '}' || letter === ']') {
      depth--;
      position++;
    } else if (depth > 0) {
      position++;
      continue;
    } else {
      const rest = text.slice(position).search(/[\s"[\]{},:]/);
      if (rest <= 0) return undefined;
      position += rest;
    }
    if (depth <= 0) return position < text.length ? position : undefined;
  }
  return undefined;
}

const deepest = 500;

/** A free value as plain JSON: written forms of numbers are forgotten, absurd nesting is refused. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof WrittenAsFloat) return value.value;
  if (depth > deepest) throw invalidArgument(`value is nested more than ${deepest} levels deep`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === 'object') value[index] = plainValue(item, depth + 1);
    }
    return value;
  }
  // What JSON's objects are.
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const item = fields[key];
    if (typeof item !== 'object' || item === null) continue;
    const plain = plainValue(item, depth + 1);
    // Only what changed is written, and never through the setter that a key `__proto__` would call.
    if (plain !== item)
      Object.defineProperty(value, key, { value: plain, writable: true, enumerable: true, configurable: true });
  }
  return value;
}
