import { byName } from './by-name.ts';
import { type Field, type Input, type Message, planOf, zeroOf } from './message.ts';
import { normaliseTimestamp } from './timestamp.ts';
import { WrittenJson } from './written-json.ts';

const noItems: readonly unknown[] = Object.freeze([]);
const noEntries: object = Object.freeze({});

/**
 * A value → the JSON value of the wire, for JSON.stringify: zero values, null and absent fields as each field's kind
 * asks, 64-bit numbers and not-finite numbers as text, times with 0, 3, 6 or 9 digits. Fields the message does not have
 * are left out. `sparse` writes only what is set, which is enough for a request.
 */
export function encodeMessage<T>(message: Message<T>, value: Input<T>, options?: { sparse?: boolean }): object {
  return encodeFields(message, value, options?.sparse ?? false);
}

/** One field's value, for a body that is bound to it. */
export function encodeField(field: Field, value: unknown): unknown {
  return value === undefined || value === null ? null : encodeValue(field, value, true);
}

/** One value of a path or query, before it becomes text. */
export function encodeScalar(field: Field, value: unknown): unknown {
  return encodeOne(field, value, true);
}

function encodeFields(message: Message<unknown>, value: unknown, sparse: boolean): object {
  // Input<T> of a message is an object of its fields; what else it holds is never read.
  const source = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const field of planOf(message).fields) {
    const item = source[field.name];
    if (item !== undefined && item !== null) result[field.name] = encodeValue(field, item, sparse);
    else if (!sparse && !field.optional) result[field.name] = encodeUnset(field);
  }
  return result;
}

/** What a field is written as that has no value. */
export function encodeUnset(field: Field): unknown {
  if (field.nullable) return null;
  if (field.list) return noItems;
  if (field.map) return noEntries;
  return field.kind === 'l' ? '0' : zeroOf(field);
}

/** A field's value, all of a list or map. */
export function encodeValue(field: Field, value: unknown, sparse = false): unknown {
  if (value instanceof WrittenJson && field.kind === 'm') return JSON.parse(value.text);
  if (field.list) {
    const items = value as readonly unknown[]; // Input<T> of a list field
    return plainKinds.has(field.kind) ? items : items.map((item) => encodeOne(field, item, sparse));
  }
  if (field.map) {
    const entries = Object.entries(value as object).sort(([left], [right]) => (left < right ? -1 : 1)); // Input<T> of a map field
    return Object.fromEntries(entries.map(([key, item]) => [key, encodeOne(field, item, sparse)]));
  }
  return encodeOne(field, value, sparse);
}

const plainKinds = new Set(['s', 'b', 'i', 'e', 'y']);

/** One value of a field, of a list's or a map's one of its items. */
export function encodeOne(field: Field, value: unknown, sparse: boolean): unknown {
  switch (field.kind) {
    case 'n':
      return Number.isFinite(value) ? value : String(value);
    case 'l':
      return String(value);
    case 't':
      return encodeTimestamp(value);
    case 'm':
      return field.message ? encodeFields(field.message, value, sparse) : value;
    case 'o':
    case 'a':
      return encodeFree(value);
    default:
      return value;
  }
}

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(?:\d{3}){1,3})?Z$/;

function encodeTimestamp(value: unknown): string {
  // Most times come from the database in the form of the wire, or with more zeros: a curve has a hundred thousand of them.
  if (typeof value === 'string' && written.test(value)) return value.endsWith('000Z') ? withoutZeros(value) : value;
  const text = value instanceof Date ? value.toISOString() : String(value);
  const normal = normaliseTimestamp(text);
  if (normal === undefined) throw new TypeError(`not a time: ${text}`);
  return normal;
}

/** Digits of the fraction go in threes. */
function withoutZeros(time: string): string {
  let end = time.length - 1;
  while (time.endsWith('000', end)) end -= 3;
  return `${time.slice(0, time[end - 1] === '.' ? end - 1 : end)}Z`;
}

/** Free JSON, its keys by name, in which not-finite numbers become the same texts as elsewhere; copied only where needed. */
export function encodeFree(value: unknown): unknown {
  if (value instanceof WrittenJson) return JSON.parse(value.text);
  return byName(holdsNotFinite(value) ? withTexts(value) : value);
}

function holdsNotFinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsNotFinite);
  // Any object may be asked for its keys.
  for (const key in value) if (holdsNotFinite((value as Record<string, unknown>)[key])) return true;
  return false;
}

function withTexts(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTexts);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item)]));
}
