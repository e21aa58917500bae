declare const shape: unique symbol;

/**
 * A message of the wire as data. `fields` is a table in one text, so that a message costs the console little more than
 * its names: `name:kind flags`, separated by blanks.
 *
 * Kinds: s text, b boolean, i 32-bit integer, n number, l 64-bit integer (text on the wire), t timestamp,
 * y bytes, o free object, a any value, mN message and eN enum number N of `refs`.
 * Flags: `*` list, `%` map, `~` null when unset, `?` absent when unset, `!` a query value that callers have to give.
 */
export interface Message<T> {
  readonly fields: string;
  /** Lazy, so that messages may contain themselves and files may be ordered by name. */
  readonly refs: (() => readonly (Message<unknown> | EnumNames)[]) | undefined;
  plan: Plan | undefined;
  readonly [shape]?: T;
}

/** The names of an enum in the order of their numbers; the first is the zero value. */
export type EnumNames = readonly string[];

/** The complete value that decoding a message yields. */
export type Decoded<M> = M extends Message<infer T> ? T : never;

/**
 * What may be given where a value is written: every field may be left out, at any depth; fields that can be unset on
 * the wire may also be null. Bytes are given as base64 text.
 */
export type Input<T> = unknown extends T
  ? T
  : T extends Uint8Array
    ? never
    : T extends readonly (infer Item)[]
      ? readonly Input<Item>[]
      : T extends object
        ? { [K in keyof T]?: Input<T[K]> | (undefined extends T[K] ? null : never) }
        : T;

/** A JSON object whose content the contract does not describe. */
export type FreeObject = { [key: string]: unknown };

/** Bytes as base64 text; those of a large request come as they are. */
export type Bytes = string | Uint8Array;

export type Kind = 's' | 'b' | 'i' | 'n' | 'l' | 't' | 'y' | 'o' | 'a' | 'm' | 'e';

export interface Field {
  name: string;
  kind: Kind;
  list: boolean;
  map: boolean;
  nullable: boolean;
  optional: boolean;
  required: boolean;
  message: Message<unknown> | undefined;
  names: EnumNames | undefined;
}

export interface Plan {
  fields: Field[];
  byName: Map<string, Field>;
}

export function message<T>(fields = '', refs?: Message<T>['refs']): Message<T> {
  return { fields, refs, plan: undefined };
}

/** The field table of a message, read once. */
export function planOf(of: Message<unknown>): Plan {
  if (of.plan) return of.plan;
  const refs = of.refs?.() ?? [];
  const fields = of.fields === '' ? [] : of.fields.split(' ').map((text) => readField(text, refs));
  of.plan = { fields, byName: new Map(fields.map((field) => [field.name, field])) };
  return of.plan;
}

function readField(text: string, refs: readonly (Message<unknown> | EnumNames)[]): Field {
  const colon = text.indexOf(':');
  const ref = refs[Number.parseInt(text.slice(colon + 2), 10)];
  return {
    name: text.slice(0, colon),
    // The generator writes only letters of Kind here.
    kind: text[colon + 1] as Kind,
    list: text.includes('*', colon),
    map: text.includes('%', colon),
    nullable: text.includes('~', colon),
    optional: text.includes('?', colon),
    required: text.includes('!', colon),
    message: ref && 'fields' in ref ? ref : undefined,
    names: ref && !('fields' in ref) ? ref : undefined,
  };
}

/** The value of one that is not set: empty, zero, the first name of an enum, null of what has no such value. */
export function zeroOf(field: Field): unknown {
  switch (field.kind) {
    case 's':
    case 'y':
      return '';
    case 'b':
      return false;
    case 'i':
    case 'n':
    case 'l':
      return 0;
    case 'e':
      return field.names?.[0];
    default:
      return null;
  }
}

/** `job_id` → `jobId`, the rule by which the wire's names come from the original ones. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
