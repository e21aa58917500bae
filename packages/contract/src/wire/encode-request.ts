import type { RequestInput } from '../route.ts';
import { encodeField, encodeMessage, encodeScalar } from './encode.ts';
import { fieldAt, pathNames, queryFields, type RequestShape } from './request-shape.ts';

/** A request as it goes out. */
export interface EncodedRequest {
  /** With the query. */
  path: string;
  body: string | undefined;
}

/**
 * A request → path, query and body. Only what is set travels. Throws a TypeError when something is missing without
 * which the call means nothing.
 */
export function encodeRequest<R extends RequestShape & { name: string }>(
  route: R,
  request: RequestInput<R>,
): EncodedRequest {
  const values = request as object; // Input of a message is an object of its fields
  const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    return encodeURIComponent(String(required(route, name, valueAt(values, name))));
  });
  const query = encodeQuery(route, values);
  return { path: query === '' ? path : `${path}?${query}`, body: encodeBody(route, values) };
}

function encodeQuery(route: RequestShape & { name: string }, values: object): string {
  const query = new URLSearchParams();
  for (const [name, field] of queryFields(route)) {
    const value = valueAt(values, name);
    if (field.required) required(route, name, value);
    if (value === undefined || value === null) continue;
    for (const item of field.list && Array.isArray(value) ? value : [value]) {
      query.append(name, String(encodeScalar(field, item)));
    }
  }
  return query.toString();
}

function encodeBody(route: RequestShape & { name: string }, values: object): string | undefined {
  if (route.body === null) return undefined;
  if (route.body === '*') {
    const whole = encodeMessage(route.request, values, { sparse: true });
    // What the path says needn't be said twice.
    for (const name of pathNames(route.path)) if (!name.includes('.')) Reflect.deleteProperty(whole, name);
    return JSON.stringify(whole);
  }
  const field = fieldAt(route.request, route.body);
  const value = required(route, route.body, valueAt(values, route.body));
  return field ? JSON.stringify(encodeField(field, value)) : undefined;
}

function valueAt(values: object, name: string): unknown {
  let value: unknown = values;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Any object may be asked for a key.
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function required(route: { name: string }, name: string, value: unknown): unknown {
  if (value !== undefined && value !== null) return value;
  throw new TypeError(`Required parameter ${name} was null or undefined when calling ${route.name}`);
}
