import { invalidArgument } from '../errors.ts';
import { at, FieldProblem } from './field-problem.ts';
import { type Bytes, camelCase, type Field, type Message, type Plan, planOf, zeroOf } from './message.ts';
import { plainValue, WrittenAsFloat } from './parse-json.ts';
import { normaliseTimestamp } from './timestamp.ts';

/**
 * A JSON value → the complete value of the message: lenient about spelling (snake_case, numbers as text, enums by
 * number), strict about types. Unset fields get their zero value, null or nothing, as their kind asks. Unknown names are
 * ignored; undefined and null are the empty message. Throws InvalidArgument, naming the field.
 */
export function decodeMessage<T>(message: Message<T>, json: unknown): T {
  // The field table was generated with T.
  return orInvalidArgument(() => decodeFields(message, json)) as T;
}

/** The value of one field, for a body that is bound to it. Null and undefined are the unset value. */
export function decodeField(field: Field, json: unknown): unknown {
  return orInvalidArgument(() => at(field.name, () => decodeFieldValue(field, json)));
}

export function orInvalidArgument<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    throw invalidArgument(error.path === '' ? error.message : `${error.path}: ${error.message}`);
  }
}

type FreshObject = Record<string, unknown>;

function decodeFields(message: Message<unknown>, json: unknown): FreshObject {
  const plan = planOf(message);
  const value = emptyOf(plan);
  if (json === undefined || json === null) return value;
  if (typeof json !== 'object' || Array.isArray(json) || json instanceof WrittenAsFloat) {
    throw new FieldProblem(`expected an object, got ${describe(json)}`);
  }
  for (const [name, item] of Object.entries(json)) {
    if (item === null || item === undefined) continue;
    const field = plan.byName.get(name) ?? otherSpelling(plan, name, json);
    if (field) value[field.name] = at(name, () => decodeFieldValue(field, item));
  }
  return value;
}

/** A snake_case name counts only where the lowerCamelCase one is not there, too. */
function otherSpelling(plan: Plan, name: string, json: object): Field | undefined {
  if (!name.includes('_')) return undefined;
  const wire = camelCase(name);
  return Object.hasOwn(json, wire) ? undefined : plan.byName.get(wire);
}

/** The message with nothing set. */
export function emptyMessage(message: Message<unknown>): FreshObject {
  return emptyOf(planOf(message));
}

function emptyOf(plan: Plan): FreshObject {
  const value: FreshObject = {};
  for (const field of plan.fields) if (!field.optional) value[field.name] = unsetValue(field);
  return value;
}

export function unsetValue(field: Field): unknown {
  if (field.optional) return undefined;
  if (field.nullable) return null;
  if (field.list) return [];
  if (field.map) return {};
  return zeroOf(field);
}

function decodeFieldValue(field: Field, json: unknown): unknown {
  if (json === null || json === undefined) return unsetValue(field);
  if (field.list) {
    if (!Array.isArray(json)) throw new FieldProblem(`expected a list, got ${describe(json)}`);
    return json.map((item, index) => at(`[${index}]`, () => decodeOne(field, item)));
  }
  if (field.map) {
    if (typeof json !== 'object' || Array.isArray(json))
      throw new FieldProblem(`expected an object, got ${describe(json)}`);
    return Object.fromEntries(decodedEntries(field, json));
  }
  return decodeOne(field, json);
}

/** There may be ten thousands: a function for each would cost as much again. */
function decodedEntries(field: Field, json: object): [string, unknown][] {
  let reading = '';
  return at(
    () => reading,
    () =>
      Object.entries(json).map(([key, item]) => {
        reading = key;
        return [key, decodeOne(field, item)];
      }),
  );
}

function decodeOne(field: Field, json: unknown): unknown {
  switch (field.kind) {
    case 's':
      if (typeof json === 'string') return json;
      break;
    case 'b':
      if (typeof json === 'boolean') return json;
      break;
    case 'i':
      return readInteger(json, 2 ** 31);
    case 'l':
      return readInteger(json, 2 ** 63);
    case 'n':
      return readNumber(json);
    case 't':
      return readTimestamp(json);
    case 'y':
      return readBase64(json);
    case 'e':
      return readEnum(field, json);
    case 'm':
      if (field.message) return decodeFields(field.message, json);
      break;
    case 'o':
      if (typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof WrittenAsFloat)) {
        return plainValue(json);
      }
      break;
    case 'a':
      return plainValue(json);
  }
  throw new FieldProblem(`expected ${kindWords[field.kind]}, got ${describe(json)}`);
}

const kindWords: Record<Field['kind'], string> = {
  s: 'a text',
  b: 'true or false',
  i: 'an integer',
  l: 'an integer',
  n: 'a number',
  t: 'a time (RFC 3339)',
  y: 'base64 text',
  e: 'one of the names',
  m: 'an object',
  o: 'an object',
  a: 'a value',
};

/** `limit` is the first value that is too big. Beyond 2^53 a number here could not be exact, so it is refused, too. */
export function readInteger(json: unknown, limit: number): number {
  const number = typeof json === 'string' && /^[+-]?\d+$/.test(json) ? Number(json) : json;
  if (typeof number !== 'number' || !Number.isInteger(number)) {
    throw new FieldProblem(`expected an integer, got ${describe(json)}`);
  }
  if (number >= limit || number < -limit || !Number.isSafeInteger(number)) {
    throw new FieldProblem(`${describe(json)} is out of range`);
  }
  return number === 0 ? 0 : number;
}

export function readNumber(json: unknown): number {
  // A number too big for JavaScript is Infinity here, which JSON can only mean as a text.
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  if (json instanceof WrittenAsFloat) return json.value;
  if (json === 'NaN' || json === 'Infinity' || json === '-Infinity') return Number(json);
  if (typeof json === 'string' && /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(json)) {
    const number = Number(json);
    if (Number.isFinite(number)) return number;
  }
  throw new FieldProblem(`expected a number, got ${describe(json)}`);
}

export function readTimestamp(json: unknown): string {
  const text = typeof json === 'string' ? normaliseTimestamp(json) : undefined;
  if (text === undefined) throw new FieldProblem(`expected a time like 2024-05-01T10:00:00Z, got ${describe(json)}`);
  return text;
}

export function readBase64(json: unknown): Bytes {
  // Read on another thread, with the body.
  if (json instanceof Uint8Array) return json;
  if (typeof json !== 'string') throw new FieldProblem(`expected base64 text, got ${describe(json)}`);
  const text = json.includes('\n') || json.includes('\r') ? json.replace(/[\r\n]/g, '') : json;
  if (text.length % 4 !== 0 || !isBase64(text)) throw new FieldProblem('not valid base64');
  return text;
}

/** Long texts are the files of a model: tens of megabytes, for which the regular expression takes half a second. */
const longText = 65_536;

/** @param text its length is a multiple of four. */
function isBase64(text: string): boolean {
  if (text.length < longText || typeof Buffer === 'undefined') return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  // Node leaves out what it cannot read, and takes the two signs of addresses as well.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const isPlain = !text.includes('-') && !text.includes('_');
  return isPlain && Buffer.from(text, 'base64').length === (text.length / 4) * 3 - padding;
}

/** By name or by number. The numbers are positions: the contract's data does not tell where an enum has gaps. */
export function readEnum(field: Field, json: unknown): string {
  const names = field.names ?? [];
  if (typeof json === 'string' && names.includes(json)) return json;
  const name = typeof json === 'number' ? names[json] : undefined;
  if (name === undefined) throw new FieldProblem(`unknown value ${describe(json)}`);
  return name;
}

/** A value as an error message shows it: short, and never a whole body. */
export function describe(json: unknown): string {
  if (json instanceof WrittenAsFloat) return `number ${json.text}`;
  if (typeof json === 'string') return json.length > 60 ? `"${json.slice(0, 60)}…"` : JSON.stringify(json);
  if (typeof json === 'object' && json !== null) return Array.isArray(json) ? 'a list' : 'an object';
  return String(json);
}
