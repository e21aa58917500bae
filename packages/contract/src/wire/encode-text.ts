import { encodeFree, encodeMessage, encodeOne, encodeUnset, encodeValue } from './encode.ts';
import { type Field, type Input, type Message, planOf } from './message.ts';
import { WrittenJson } from './written-json.ts';

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

/** Items of a list that are made one by one, when each is asked for. */
export interface Items<T> {
  length: number;
  at(place: number): Input<T>;
}

/** Items that are written together without a pause. */
const itemsAtOnce = 100;

/**
 * The items of a list of messages, written already: where there are very many, all of them at once would be kept until the whole
 * answer is written, which costs more than to write them.
 */
export async function writtenItems<T>(
  message: Message<T>,
  items: Items<T>,
  pause: Pause,
): Promise<readonly Input<T>[]> {
  const texts: string[] = [];
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    const count = Math.min(itemsAtOnce, items.length - from);
    const some = Array.from({ length: count }, (_, at) => encodeMessage(message, items.at(from + at)));
    texts.push(JSON.stringify(some).slice(1, -1));
    await pause();
  }
  // Whoever writes the wire knows the class, wherever a list of messages may stand.
  return new WrittenJson(`[${texts.join(',')}]`) as unknown as readonly Input<T>[];
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
  // So that it is taken as it is.
  if (value instanceof WrittenJson) return -1;
  let left = room - 1;
  if (Array.isArray(value)) {
    // Each counts for one at least.
    if (value.length > left) return -1;
    for (let at = 0; at < value.length && left >= 0; at++) {
      const item = value[at];
      // Curves are lists of many numbers.
      left = typeof item === 'number' ? left - 1 : weigh(item, left);
    }
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
/** How the items of a list or an object are written: large ones each by itself, of the others the JSON value together. */
interface Ways {
  light(item: unknown): unknown;
  /** Undefined where it is written like the others all the same. */
  heavy(item: unknown): Promise<void> | undefined;
}

class Writer {
  /** What was written in the turns before. */
  private readonly turns: string[] = [];
  private pieces: string[] = [];
  private readonly pause: Pause;

  constructor(pause: Pause) {
    this.pause = pause;
  }

  all(): string[] {
    return [...this.turns, ...this.pieces];
  }

  async message(message: Message<unknown>, value: unknown): Promise<void> {
    // Input<T> of a message is an object of its fields.
    const source = value as Fields;
    let before = '{';
    let light: Fields = {};
    let room = lightValues;
    const putLight = () => {
      const inner = JSON.stringify(light).slice(1, -1);
      light = {};
      room = lightValues;
      if (inner === '') return undefined;
      this.pieces.push(before, inner);
      before = ',';
      return this.turn();
    };
    for (const field of planOf(message).fields) {
      const item = source[field.name];
      if (item === undefined || item === null) {
        if (!field.optional) light[field.name] = encodeUnset(field);
        continue;
      }
      const left = weigh(item, lightValues);
      if (left >= 0 || typeof item !== 'object') {
        light[field.name] = encodeValue(field, item);
        room -= lightValues - left;
        if (room <= 0) await putLight();
        continue;
      }
      await putLight();
      this.pieces.push(`${before}"${field.name}":`);
      before = ',';
      await this.field(field, item);
    }
    await putLight();
    this.pieces.push(before === '{' ? '{}' : '}');
  }

  plain(value: unknown): Promise<void> {
    const ways: Ways = { light: (item) => item, heavy: (item) => this.plain(item) };
    return Array.isArray(value) ? this.items(value, ways) : this.entries(Object.entries(value as Fields), ways);
  }

  /** A large one. */
  private field(field: Field, value: unknown): Promise<void> | undefined {
    if (value instanceof WrittenJson) {
      this.pieces.push(value.text);
      return this.turn();
    }
    const ways: Ways = {
      light: (item) => encodeOne(field, item, false),
      heavy: (item) => {
        if (field.kind === 'm' && field.message) return this.message(field.message, item);
        return field.kind === 'o' || field.kind === 'a' ? this.free(item) : undefined;
      },
    };
    // Input<T> of a list, and of a map.
    if (field.list) return this.items(value as readonly unknown[], ways);
    if (field.map) return this.entries(Object.entries(value as Fields).sort(byKey), ways);
    const written = ways.heavy(value);
    if (written) return written;
    this.pieces.push(JSON.stringify(ways.light(value)) ?? 'null');
    return this.turn();
  }

  /** As encodeFree has it: keys by name, those that are whole numbers first, by value. */
  private free(value: unknown): Promise<void> {
    if (value instanceof WrittenJson) {
      this.pieces.push(value.text);
      return this.turn() ?? Promise.resolve();
    }
    const ways: Ways = { light: encodeFree, heavy: (item) => this.free(item) };
    return Array.isArray(value) ? this.items(value, ways) : this.entries(sortedEntries(value as Fields), ways);
  }

  private items(list: readonly unknown[], ways: Ways): Promise<void> {
    const text = (some: readonly unknown[]) => JSON.stringify(some.map(ways.light));
    return this.inPieces('[', list, { text, item: (item) => item, key: () => '', heavy: ways.heavy }, ']');
  }

  private entries(entries: readonly (readonly [string, unknown])[], ways: Ways): Promise<void> {
    const text = (some: typeof entries) =>
      JSON.stringify(Object.fromEntries(some.map(([key, item]) => [key, ways.light(item)])));
    const key = ([name]: readonly [string, unknown]) => `${JSON.stringify(name)}:`;
    return this.inPieces('{', entries, { text, item: ([, item]) => item, key, heavy: ways.heavy }, '}');
  }

  private async inPieces<Entry>(
    open: string,
    all: readonly Entry[],
    { text, item, key, heavy }: Piecewise<Entry>,
    close: string,
  ): Promise<void> {
    this.pieces.push(open);
    let before = '';
    let some: Entry[] = [];
    let room = lightValues;
    const putSome = () => {
      const inner = text(some).slice(1, -1);
      some = [];
      room = lightValues;
      // As JSON leaves out what it has no words for.
      if (inner === '') return undefined;
      this.pieces.push(before, inner);
      before = ',';
      return this.turn();
    };
    for (const entry of all) {
      const value = item(entry);
      const left = weigh(value, lightValues);
      const isLarge = left < 0 && typeof value === 'object';
      if (isLarge && some.length > 0) await putSome();
      const from = this.pieces.length;
      if (isLarge) this.pieces.push(before, key(entry));
      const written = isLarge ? heavy(value) : undefined;
      if (written) {
        before = ',';
        await written;
        continue;
      }
      this.pieces.length = from;
      some.push(entry);
      room -= lightValues - left;
      if (room <= 0) await putSome();
    }
    if (some.length > 0) await putSome();
    this.pieces.push(close);
  }

  private turn(): Promise<void> | undefined {
    const turn = this.pause();
    if (turn) {
      this.turns.push(...this.pieces);
      this.pieces = [];
    }
    return turn;
  }
}

/** The items or entries of something large. */
interface Piecewise<Entry> {
  /** Of small ones, the list or object of them. */
  text(some: readonly Entry[]): string;
  item(entry: Entry): unknown;
  /** What stands before a large one. */
  key(entry: Entry): string;
  heavy(item: unknown): Promise<void> | undefined;
}

/** Reports of a chunk have their names in order already. */
function sortedEntries(object: Fields): [string, unknown][] {
  const entries = Object.entries(object);
  const inOrder = entries.every(([key], at) => at === 0 || (entries[at - 1]?.[0] ?? '') < key);
  return inOrder ? entries : Object.entries(Object.fromEntries(entries.sort(byKey)));
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);
