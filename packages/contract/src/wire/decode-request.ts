import type { RequestOf } from '../route.ts';
import {
  decodeField,
  decodeMessage,
  describe,
  emptyMessage,
  orInvalidArgument,
  readEnum,
  readInteger,
  readNumber,
  readTimestamp,
} from './decode.ts';
import { at, FieldProblem } from './field-problem.ts';
import { camelCase, type Field, type Message, planOf } from './message.ts';
import { fieldAt, pathNames, queryFields, type RequestShape } from './request-shape.ts';

/** A request as it came in. `body` is what parseJsonBody gave; `path` has decoded values by the route's names. */
export interface RawRequest {
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
}

/** Path, query and body → one complete request message. Throws InvalidArgument. */
export function decodeRequest<R extends RequestShape>(route: R, raw: RawRequest): RequestOf<R> {
  const request = decodeBody(route, raw.body);
  decodeQuery(route, raw.query, request);
  decodePath(route, raw.path, request);
  // The route's field table was generated with its request type.
  return request as RequestOf<R>;
}

type Fields = Record<string, unknown>;

/** The request with what the body says: all of it, one field, or nothing. */
export function decodeBody(route: RequestShape, body: unknown): Fields {
  if (route.body === '*') return decodeMessage(route.request, body) as Fields; // always an object of fields
  const request = emptyMessage(route.request);
  const field = route.body === null ? undefined : fieldAt(route.request, route.body);
  if (field && body !== undefined) request[field.name] = decodeField(field, body);
  return request;
}

/** Writes the query's values into the request; unknown names are ignored. */
export function decodeQuery(route: RequestShape, query: URLSearchParams, request: Fields): void {
  const fields = queryFields(route);
  const seen = new Set<string>();
  for (const given of query.keys()) {
    const wire = fields.has(given) ? given : camelCase(given);
    const field = fields.get(wire);
    if (!field || seen.has(wire)) continue;
    // As in bodies, the wire's own spelling wins over the other.
    if (wire !== given && query.has(wire)) continue;
    seen.add(wire);
    const texts = query.getAll(given);
    const value = orInvalidArgument(() =>
      at(given, () =>
        field.list ? texts.map((text) => fromText(field, text, true)) : fromText(field, texts[0] ?? '', true),
      ),
    );
    setAt(route.request, request, wire, value);
  }
}

/** Writes the path's values into the request, over what body and query say. */
export function decodePath(route: RequestShape, path: Readonly<Record<string, string>>, request: Fields): void {
  for (const name of pathNames(route.path)) {
    const field = fieldAt(route.request, name);
    if (!field) throw new TypeError(`${route.path}: the request has no field ${name}`);
    setAt(
      route.request,
      request,
      name,
      orInvalidArgument(() => at(name, () => fromText(field, path[name] ?? '', false))),
    );
  }
}

function setAt(message: Message<unknown>, request: Fields, name: string, value: unknown): void {
  const parts = name.split('.');
  const last = parts.pop() ?? name;
  let target = request;
  let within: Message<unknown> | undefined = message;
  for (const part of parts) {
    within = within && planOf(within).byName.get(part)?.message;
    target[part] ??= within ? emptyMessage(within) : {};
    target = target[part] as Fields; // a nested message, just made or decoded as one
  }
  target[last] = value;
}

const goTrue = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const goFalse = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** A value of path or query. There enums also go by number, written as text. */
function fromText(field: Field, text: string, inQuery: boolean): unknown {
  switch (field.kind) {
    case 's':
    case 'y':
      return text;
    case 'b':
      if (field.nullable && inQuery ? text === 'true' : goTrue.has(text)) return true;
      if (field.nullable && inQuery ? text === 'false' : goFalse.has(text)) return false;
      throw new FieldProblem(`expected true or false, got ${describe(text)}`);
    case 'i':
      return readInteger(text, 2 ** 31);
    case 'l':
      return readInteger(text, 2 ** 63);
    case 'n':
      return readNumber(text);
    case 't':
      return readTimestamp(text);
    case 'e':
      return readEnum(field, /^\d+$/.test(text) ? Number(text) : text);
    default:
      throw new FieldProblem('cannot be given here');
  }
}
