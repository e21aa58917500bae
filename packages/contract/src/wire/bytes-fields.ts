import { camelCase, type Field, type Message, planOf } from './message.ts';
import { fieldAt, type RequestShape } from './request-shape.ts';

/** Where in the JSON of a body bytes stand: the names on the way down, through lists. What lies in maps is left out. */
export function bytesFields(route: RequestShape): string[][] {
  if (route.body === null) return [];
  if (route.body === '*') return below(route.request, []);
  const field = fieldAt(route.request, route.body);
  return field?.message ? below(field.message, []) : [];
}

function below(message: Message<unknown>, within: readonly Message<unknown>[]): string[][] {
  if (within.includes(message)) return [];
  const found = (field: Field): string[][] => {
    if (field.map) return [];
    if (field.kind === 'y') return [[]];
    return field.message ? below(field.message, [...within, message]) : [];
  };
  return planOf(message).fields.flatMap((field) => found(field).map((path) => [field.name, ...path]));
}

/** What of the JSON value stands at such a place, and the way to put something else there. */
export function* valuesAt(
  json: unknown,
  path: readonly string[],
): Generator<{ value: unknown; set(value: unknown): void }> {
  if (Array.isArray(json)) {
    for (const item of json) yield* valuesAt(item, path);
    return;
  }
  const [name, ...rest] = path;
  if (typeof json !== 'object' || json === null || name === undefined) return;
  const object = json as Record<string, unknown>; // any other object has keys
  for (const key of Object.keys(object)) {
    if (camelCase(key) !== name) continue;
    if (rest.length > 0) yield* valuesAt(object[key], rest);
    else {
      const set = (value: unknown) => {
        object[key] = value;
      };
      yield { value: object[key], set };
    }
  }
}
