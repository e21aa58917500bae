import { type Field, type Message, planOf } from './message.ts';

/** The parts of a route that say where the fields of its request travel. */
export interface RequestShape {
  path: string;
  request: Message<unknown>;
  body: string | null;
}

const namesOfPaths = new Map<string, readonly string[]>();

/** Names of the parameters of a route's path, in order; dotted where the request nests the field. Found once a route. */
export function pathNames(path: string): readonly string[] {
  const known = namesOfPaths.get(path) ?? [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  namesOfPaths.set(path, known);
  return known;
}

/** Request fields that travel in the query: those in neither path nor body, nested messages flattened with dots. */
export function queryNames(shape: RequestShape): string[] {
  return [...queryFields(shape).keys()];
}

const cache = new WeakMap<Message<unknown>, Map<string, Map<string, Field>>>();

/** The same with each name's field; computed once a route. */
export function queryFields(shape: RequestShape): Map<string, Field> {
  const key = `${shape.path} ${shape.body}`;
  const known = cache.get(shape.request) ?? new Map<string, Map<string, Field>>();
  cache.set(shape.request, known);
  const found = known.get(key) ?? flatten(shape);
  known.set(key, found);
  return found;
}

function flatten(shape: RequestShape): Map<string, Field> {
  const result = new Map<string, Field>();
  if (shape.body === '*') return result;
  const elsewhere = new Set([...pathNames(shape.path), shape.body]);
  const visit = (message: Message<unknown>, prefix: string, open: readonly Message<unknown>[]) => {
    for (const field of planOf(message).fields) {
      const name = prefix + field.name;
      if (elsewhere.has(name)) continue;
      if (field.message && !field.list && !field.map) {
        // A message inside itself can't be spelt out.
        if (!open.includes(field.message)) visit(field.message, `${name}.`, [...open, field.message]);
      } else result.set(name, field);
    }
  };
  visit(shape.request, '', [shape.request]);
  return result;
}

/** The field that a dotted name means, from the message on. */
export function fieldAt(message: Message<unknown>, name: string): Field | undefined {
  let at: Message<unknown> | undefined = message;
  let field: Field | undefined;
  for (const part of name.split('.')) {
    field = at ? planOf(at).byName.get(part) : undefined;
    at = field?.message;
  }
  return field;
}
