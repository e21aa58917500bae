import { encodeFree, encodeMessage, encodeOne, encodeUnset } from './encode.ts';
import { type Field, type Input, type Message, planOf } from './message.ts';

/** Gives a promise when it is time to let others have their turn. */
export type Pause = () => Promise<void> | undefined;

/** Values that are written without a pause. */
const lightValues = 1_000;

/**
 * A value → the JSON text of the wire, the same as `JSON.stringify(encodeMessage(message, value))`. Large ones are written piece by
 * piece, so that others have their turn in between; what the value holds must not change meanwhile. Their pieces stand one after the
 * other.
 */
export function encodeText<T>(message: Message<T>, value: Input<T>, pause: Pause): string | Promise<string[]> {
  if (isLight(value)) return JSON.stringify(encodeMessage(message, value));
  return written(pause, (writer) => writer.message(message, value));
}

/** The same as `JSON.stringify(value)` of plain JSON. */
export function plainText(value: unknown, pause: Pause): string | Promise<string[]> {
  if (isLight(value) || typeof value !== 'object') return JSON.stringify(value);
  return written(pause, (writer) => writer.plain(value));
}

async function written(pause: Pause, write: (writer: Writer) => Promise<void>): Promise<string[]> {
  const writer = new Writer(pause);
  await write(writer);
  return writer.all();
}

/** Whether a value holds few others and no long text. */
function isLight(value: unknown): boolean {
  return weigh(value, lightValues) >= 0;
}

/** What is left of `room` beside the value; less than nothing where it does not fit. */
function weigh(value: unknown, room: number): number {
  if (typeof value === 'string') return room - 1 - value.length / 256;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = weigh(value[at], left);
    return left;
  }
  for (const key in value) {
    // Any object may be asked for its keys.
    left = weigh((value as Fields)[key], left);
    if (left < 0) return left;
  }
  return left;
}

type Fields = Record<string, unknown>;
/** Puts a large item down by itself, or gives the text of a small one; nothing for what JSON has no words for. */
type WriteOne = (item: unknown) => string | undefined | Promise<void>;

class Writer {
  /** What was written in the turns before. */
  private readonly turns: string[] = [];
  private pieces: string[] = [];
  private readonly pause: Pause;

  constructor(pause: Pause) {
    this.pause = pause;
  }

  all(): string[] {
    return [...this.turns, this.pieces.join('')];
  }

  async message(message: Message<unknown>, value: unknown): Promise<void> {
    // Input<T> of a message is an object of its fields.
    const source = value as Fields;
    let before = '{';
    for (const field of planOf(message).fields) {
      const item = source[field.name];
      const isUnset = item === undefined || item === null;
      if (isUnset && field.optional) continue;
      this.pieces.push(`${before}"${field.name}":`);
      before = ',';
      if (isUnset) this.pieces.push(JSON.stringify(encodeUnset(field)));
      else await this.field(field, item);
    }
    this.pieces.push(before === '{' ? '{}' : '}');
  }

  plain(value: unknown): Promise<void> {
    const one: WriteOne = (item) =>
      isLight(item) || typeof item !== 'object' ? JSON.stringify(item) : this.plain(item);
    return Array.isArray(value) ? this.items(value, one) : this.entries(Object.entries(value as Fields), one);
  }

  private field(field: Field, value: unknown): Promise<void> | undefined {
    const one: WriteOne = (item) => this.one(field, item);
    // Input<T> of a list, and of a map.
    if (field.list) return this.items(value as readonly unknown[], one);
    if (field.map) return this.entries(Object.entries(value as Fields).sort(byKey), one);
    return this.put(one, value);
  }

  private one(field: Field, item: unknown): string | undefined | Promise<void> {
    if (!isLight(item) && typeof item === 'object') {
      if (field.kind === 'm' && field.message) return this.message(field.message, item);
      if (field.kind === 'o' || field.kind === 'a') return this.free(item);
    }
    return JSON.stringify(encodeOne(field, item, false));
  }

  /** As encodeFree has it: keys by name, those that are whole numbers first, by value. */
  private free(value: unknown): Promise<void> {
    const one: WriteOne = (item) =>
      isLight(item) || typeof item !== 'object' ? JSON.stringify(encodeFree(item)) : this.free(item);
    if (Array.isArray(value)) return this.items(value, one);
    return this.entries(Object.entries(Object.fromEntries(Object.entries(value as Fields).sort(byKey))), one);
  }

  private async items(items: readonly unknown[], one: WriteOne): Promise<void> {
    this.pieces.push('[');
    let isFirst = true;
    for (const item of items) {
      if (!isFirst) this.pieces.push(',');
      isFirst = false;
      const put = this.put(one, item);
      if (put) await put;
    }
    this.pieces.push(']');
  }

  private async entries(entries: readonly (readonly [string, unknown])[], one: WriteOne): Promise<void> {
    let before = '{';
    for (const [key, item] of entries) {
      // As JSON leaves out what it has no words for.
      if (item === undefined) continue;
      this.pieces.push(`${before}${JSON.stringify(key)}:`);
      before = ',';
      const put = this.put(one, item);
      if (put) await put;
    }
    this.pieces.push(before === '{' ? '{}' : '}');
  }

  private put(one: WriteOne, item: unknown): Promise<void> | undefined {
    const text = one(item);
    if (text instanceof Promise) return text;
    this.pieces.push(text ?? 'null');
    const turn = this.pause();
    if (turn) {
      this.turns.push(this.pieces.join(''));
      this.pieces = [];
    }
    return turn;
  }
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);
