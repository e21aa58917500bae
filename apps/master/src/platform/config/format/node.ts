import { type Json, type JsonObject, own } from './json.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** Where in the configuration a check stands, and the list of what was found wrong. */
export class Place {
  readonly path: string;
  readonly issues: Issue[];

  constructor(path = '<config>', issues: Issue[] = []) {
    this.path = path;
    this.issues = issues;
  }

  key(name: string): Place {
    return new Place(`${this.path}.${name}`, this.issues);
  }

  index(position: number): Place {
    return new Place(`${this.path}[${position}]`, this.issues);
  }

  report(message: string): void {
    this.issues.push({ path: this.path, message });
  }
}

export interface Issue {
  path: string;
  message: string;
}

/** One failure a line, sorted, as clients know them: `<config>.resources.priority: must be >= 1 but found 0`. */
export function issueLines(issues: Issue[]): string {
  return issues
    .map((issue) => `${issue.path}: ${issue.message}`)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .join('\n');
}

/**
 * One kind of value in a configuration. A configuration goes through five steps: `check` of what the user wrote,
 * `read` into the stored form (shorthands written out), `merge` with weaker layers, `fill` with defaults, `complete`.
 * `T` is the filled form; it exists for the compiler only.
 */
export interface Node<T> {
  /** Accepted JSON types, in the order messages name them; empty accepts any, null included. */
  types: JsonType[];
  check(value: Json, place: Place): void;
  /** What it reports are values that pass `check` and still cannot be stored. */
  read(value: Json, place: Place): Json;
  merge(over: Json, under: Json): Json;
  fill(value: Json): Json;
  /** Reports what is still missing after everything was merged. */
  complete(value: Json, place: Place): void;
  filled?: T;
}

const leaf = {
  check: () => undefined,
  read: (value: Json) => value,
  merge: (over: Json) => over,
  fill: (value: Json) => value,
  complete: () => undefined,
};

export function node<T>(types: JsonType[], parts: Partial<Omit<Node<T>, 'types' | 'filled'>> = {}): Node<T> {
  return { types, ...leaf, ...parts };
}

/** The same values, but a stronger layer's value replaces a weaker one whole. */
export function atomic<T>(inner: Node<T>): Node<T> {
  return { ...inner, merge: (over) => over };
}

/** Runs the node's check when the type fits, else says what was expected. */
export function checkTyped(inner: Node<unknown>, value: Json, place: Place, nullable: boolean): void {
  if (inner.types.length > 0 && !inner.types.some((type) => hasType(value, type))) {
    const expected = nullable ? [...new Set<JsonType>([...inner.types, 'null'])] : inner.types;
    place.report(`expected ${expected.join(' or ')}, but got ${typeName(value)}`);
    return;
  }
  inner.check(value, place);
}

export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasType(value: Json, type: JsonType): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeName(value) === type;
}

export interface Range {
  min?: number;
  above?: number;
  max?: number;
}

const largestInteger = 2 ** 63;

function checkRange(value: Json, place: Place, range: Range): void {
  if (typeof value !== 'number') return;
  if (range.min !== undefined && value < range.min) place.report(`must be >= ${range.min} but found ${value}`);
  if (range.above !== undefined && value <= range.above) place.report(`must be > ${range.above} but found ${value}`);
  if (range.max !== undefined && value > range.max) place.report(`must be <= ${range.max} but found ${value}`);
}

export function integer(range: Range = {}): Node<number> {
  const limits = { min: -largestInteger, max: largestInteger, ...range };
  return node(['integer'], { check: (value, place) => checkRange(value, place, limits) });
}

export function number(range: Range = {}): Node<number> {
  return node(['number'], { check: (value, place) => checkRange(value, place, range) });
}

export const boolean: Node<boolean> = node(['boolean']);

export const anything: Node<Json> = node([]);

/** `rule` answers what is wrong with the text, if anything. */
export function text(rule?: (value: string) => string | undefined): Node<string> {
  return node(['string'], {
    check(value, place) {
      const message = typeof value === 'string' ? rule?.(value) : undefined;
      if (message !== undefined) place.report(message);
    },
  });
}

/** One of the names; `alsoSays` adds a line of its own for values that are not even near. */
export function oneOf<const T extends string>(
  names: readonly T[],
  alsoSays?: (value: Json) => string | undefined,
): Node<T> {
  return node([], {
    check(value, place) {
      // Null is always one of them: the field's default stands for it.
      if (value === null || names.some((name) => name === value)) return;
      place.report(`value must be one of <nil>, ${names.map((name) => `"${name}"`).join(', ')}`);
      const more = alsoSays?.(value);
      if (more !== undefined) place.report(more);
    },
  });
}

export function list<T>(item: Node<T>): Node<T[]> {
  return node(['array'], {
    check: (value, place) =>
      asList(value).forEach((each, i) => {
        checkTyped(item, each, place.index(i), false);
      }),
    read: (value, place) => asList(value).map((each, i) => item.read(each, place.index(i))),
    fill: (value) => asList(value).map((each) => item.fill(each)),
    complete: (value, place) =>
      asList(value).forEach((each, i) => {
        item.complete(each, place.index(i));
      }),
  });
}

/** A list whose items have an identity: a weaker layer adds the items the stronger one does not name. */
export function keyedList<T>(item: Node<T>, keyOf: (item: JsonObject) => string): Node<T[]> {
  return {
    ...list(item),
    merge(over, under) {
      const named = new Set(asObjects(over).map(keyOf));
      return [...asObjects(over), ...asObjects(under).filter((each) => !named.has(keyOf(each)))];
    },
  };
}

/** Names of one's own to values of one kind. */
export function map<T>(item: Node<T>): Node<Record<string, T>> {
  const each = (value: Json, change: (value: Json, key: string) => Json): JsonObject =>
    Object.fromEntries(Object.entries(asObject(value)).map(([key, inner]) => [key, change(inner, key)]));
  return node(['object'], {
    check(value, place) {
      for (const [key, inner] of Object.entries(asObject(value))) checkTyped(item, inner, place.key(key), false);
    },
    read: (value, place) => each(value, (inner, key) => item.read(inner, place.key(key))),
    merge(over, under) {
      const a = asObject(over);
      const b = asObject(under);
      const added = Object.entries(b).filter(([key]) => !Object.hasOwn(a, key));
      const kept = Object.entries(a).map(([key, inner]): [string, Json] => {
        const weaker = own(b, key);
        return [key, weaker === undefined ? inner : item.merge(inner, weaker)];
      });
      return Object.fromEntries([...kept, ...added]);
    },
    fill: (value) => each(value, (inner) => item.fill(inner)),
    complete(value, place) {
      for (const [key, inner] of Object.entries(asObject(value))) item.complete(inner, place.key(key));
    },
  });
}

// `check` has seen the type before any other step runs; these only tell the compiler, and keep a wrong call harmless.
export function asObject(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function asList(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}

function asObjects(value: Json): JsonObject[] {
  return asList(value).map(asObject);
}
