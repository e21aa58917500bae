export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key that is missing and a key that is null mean the same in a configuration that is still partial. */
export function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

/** Deep union of free-form objects: `over` wins, a null in it erases nothing. */
export function mergeFree(over: Json, under: Json): Json {
  if (!isObject(over) || !isObject(under)) return over;
  return mergeKeys(over, under, mergeFree);
}

/** Key-wise union; `both` decides where each side has a value. Defines keys, so that `__proto__` stays an ordinary one. */
export function mergeKeys(
  over: JsonObject,
  under: JsonObject,
  both: (over: Json, under: Json, key: string) => Json,
): JsonObject {
  const keys = new Set([...Object.keys(over), ...Object.keys(under)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const a = own(over, key);
      const b = own(under, key);
      if (isAbsent(a)) return [key, b ?? null];
      return [key, isAbsent(b) ? a : both(a, b, key)];
    }),
  );
}

export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
