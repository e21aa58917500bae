import { isAbsent, type Json, type JsonObject, own } from './json.ts';
import { asObject, checkTyped, type Node, node, type Place } from './node.ts';

/** A member of an object: its kind and what happens when it is not given. */
export interface Field<T> {
  inner: Node<unknown>;
  presence: 'required' | 'eventual' | 'optional' | 'omitted' | 'dropped';
  default?: Json;
  filled?: T;
}
export type Fields = Record<string, Field<unknown>>;

/** Must stand wherever the object stands. */
export const required = <T>(inner: Node<T>): Field<T> => ({ inner, presence: 'required' });
/** Must be there once all layers are merged. */
export const eventually = <T>(inner: Node<T>): Field<T> => ({ inner, presence: 'eventual' });
/** Null when not given. */
export const optional = <T>(inner: Node<T>): Field<T | null> => ({ inner, presence: 'optional' });
/** Left out of the stored form when not given. */
export const omitted = <T>(inner: Node<T>): Field<T | undefined> => ({ inner, presence: 'omitted' });
export const withDefault = <T>(inner: Node<T>, value: Json): Field<T> => ({
  inner,
  presence: 'optional',
  default: value,
});
/** Accepted from old configurations and forgotten. */
export const dropped = (inner: Node<unknown>): Field<never> => ({ inner, presence: 'dropped' });

type ValueOf<F> = F extends Field<infer T> ? T : never;
type KeptKey<F, K> = [ValueOf<F>] extends [never] ? never : undefined extends ValueOf<F> ? never : K;
type OmittedKey<F, K> = [ValueOf<F>] extends [never] ? never : undefined extends ValueOf<F> ? K : never;
/** The stored form of an object with these fields. */
export type Filled<F> = {
  [K in keyof F as KeptKey<F[K], K>]: ValueOf<F[K]>;
} & { [K in keyof F as OmittedKey<F[K], K>]?: Exclude<ValueOf<F[K]>, undefined> };

export interface ObjectRules {
  /** Unknown keys are kept as they are. */
  open?: boolean;
  check?(value: JsonObject, place: Place): void;
  complete?(value: JsonObject, place: Place): void;
  /** Last word on a merge, given both sides. */
  merged?(merged: JsonObject, over: JsonObject, under: JsonObject): JsonObject;
}

export function object<F extends Fields>(fields: F, rules: ObjectRules = {}): Node<Filled<F>> {
  const entries = Object.entries(fields);
  const unknown = (value: JsonObject) => Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  return node(['object'], {
    check(json, place) {
      const value = asObject(json);
      const missing = entries.filter(([key, field]) => field.presence === 'required' && !Object.hasOwn(value, key));
      if (missing.length > 0) place.report(`missing properties: ${quoted(missing.map(([key]) => key))}`);
      if (!rules.open) reportUnknown(unknown(value), place);
      for (const [key, field] of entries) {
        const inner = own(value, key);
        if (inner === undefined || (inner === null && field.presence !== 'required')) continue;
        checkTyped(field.inner, inner, place.key(key), field.presence !== 'required');
      }
      rules.check?.(value, place);
    },
    read(json, place) {
      const value = asObject(json);
      const known = entries.flatMap(([key, field]): [string, Json][] => {
        const inner = own(value, key);
        if (inner === undefined || field.presence === 'dropped') return [];
        const kept = inner === null && field.presence !== 'required';
        return [[key, kept ? null : field.inner.read(inner, place.key(key))]];
      });
      return withUnknown(known, value);
    },
    merge(overJson, underJson) {
      const over = asObject(overJson);
      const under = asObject(underJson);
      const keys = new Set([...Object.keys(over), ...Object.keys(under)]);
      const merged = Object.fromEntries(
        [...keys].map((key): [string, Json] => {
          const a = own(over, key);
          const b = own(under, key);
          if (isAbsent(a)) return [key, b ?? null];
          const inner = Object.hasOwn(fields, key) ? fields[key]?.inner : undefined;
          return [key, isAbsent(b) || inner === undefined ? a : inner.merge(a, b)];
        }),
      );
      return rules.merged?.(merged, over, under) ?? merged;
    },
    fill(json) {
      const value = asObject(json);
      const known = entries.flatMap(([key, field]): [string, Json][] => {
        const inner = own(value, key);
        if (inner !== undefined && (inner !== null || field.presence === 'required')) {
          return [[key, field.inner.fill(inner)]];
        }
        if (field.default !== undefined) return [[key, field.inner.fill(field.default)]];
        return field.presence === 'omitted' || field.presence === 'dropped' ? [] : [[key, null]];
      });
      return withUnknown(known, value);
    },
    complete(json, place) {
      const value = asObject(json);
      for (const [key, field] of entries) {
        const inner = own(value, key);
        if (!isAbsent(inner)) field.inner.complete(inner, place.key(key));
        else if (field.presence === 'eventual') place.report(`${key} is a required property`);
      }
      rules.complete?.(value, place);
    },
  });

  function withUnknown(known: [string, Json][], value: JsonObject): JsonObject {
    return Object.fromEntries([...known, ...unknown(value).map((key): [string, Json] => [key, value[key] ?? null])]);
  }
}

export function reportUnknown(keys: string[], place: Place): void {
  if (keys.length > 0) place.report(`additionalProperties ${quoted(keys)} not allowed`);
}

function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
