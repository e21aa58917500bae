import { invalidArgument } from './errors.ts';
import { type Decided, type Method, type Needs, noNeeds, subjectsOf } from './route.ts';
import type { Stales } from './staleness.ts';

/**
 * What a schema library gives (Zod and others): only this much is asked of it, so that a route's file decides which
 * one it brings along.
 */
export interface Schema<Out> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Checked<Out> | Promise<Checked<Out>>;
  };
}

type Checked<Out> = { readonly value: Out; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A call of our own below /api/ext/v1. Unlike the compatible ones, its JSON is the value itself. */
export interface ExtRoute<Params, Query, Body, Reply> extends Stales {
  kind: 'ext';
  name: string;
  method: Method;
  path: string;
  params: Schema<Params> | undefined;
  /** Given texts, or lists of texts where a key comes more than once: numbers and booleans have to be coerced. */
  queryOf: Schema<Query> | undefined;
  body: Schema<Body> | undefined;
  reply: Schema<Reply> | undefined;
  /** No sign-in is needed. */
  noAuth: boolean;
  needs: Needs;
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the single entries are forgotten in a table of routes
export type AnyExtRoute = ExtRoute<any, any, any, any>;

/** What a handler is given and a caller gives; parts without a schema are absent. */
export type ExtRequestOf<R> =
  R extends ExtRoute<infer Params, infer Query, infer Body, infer _Reply>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never;

export type ExtReplyOf<R> = R extends ExtRoute<infer _Params, infer _Query, infer _Body, infer Reply> ? Reply : never;

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };

interface ExtRouteOptions<Params, Query, Body, Reply> extends Decided {
  name: string;
  method: Method;
  /** Below /api/ext/v1, with `{param}`. */
  path: string;
  params?: Schema<Params>;
  query?: Schema<Query>;
  body?: Schema<Body>;
  reply?: Schema<Reply>;
  noAuth?: boolean;
}

export function extRoute<Params = undefined, Query = undefined, Body = undefined, Reply = undefined>(
  options: ExtRouteOptions<Params, Query, Body, Reply>,
): ExtRoute<Params, Query, Body, Reply> {
  return {
    kind: 'ext',
    name: options.name,
    method: options.method,
    path: `/api/ext/v1${options.path}`,
    params: options.params,
    queryOf: options.query,
    body: options.body,
    reply: options.reply,
    noAuth: options.noAuth ?? false,
    needs: {
      ...noNeeds,
      ...options.needs,
    },
    reads: options.reads,
    changes: options.changes ?? [],
    of: options.of ?? subjectsOf(options.needs),
  };
}

/** Path, query and body → the request of one of our own calls. Throws InvalidArgument, naming the field. */
export async function decodeExtRequest<R extends AnyExtRoute>(
  route: R,
  raw: { path: Readonly<Record<string, string>>; query: URLSearchParams; body: unknown },
): Promise<ExtRequestOf<R>> {
  const query = Object.fromEntries(
    [...new Set(raw.query.keys())].map((key) => {
      const all = raw.query.getAll(key);
      return [key, all.length > 1 ? all : all[0]];
    }),
  );
  const request: Record<string, unknown> = {};
  if (route.params) request.params = await checked(route.params, raw.path, 'path');
  if (route.queryOf) request.query = await checked(route.queryOf, query, 'query');
  if (route.body) request.body = await checked(route.body, raw.body ?? {}, 'body');
  // Built from the very schemas that ExtRequestOf reads.
  return request as ExtRequestOf<R>;
}

async function checked(schema: Schema<unknown>, value: unknown, where: string): Promise<unknown> {
  const result = await schema['~standard'].validate(value);
  if (!result.issues) return result.value;
  throw invalidArgument(result.issues.map((issue) => `${issuePath(issue, where)}: ${issue.message}`).join('; '));
}

function issuePath(issue: SchemaIssue, where: string): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return path === '' ? where : path;
}

/** A reply as its schema reads it; throws where it is not one. */
export async function readReply(schema: Schema<unknown>, value: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(value);
  if (result.issues) throw new TypeError(result.issues.map((issue) => issue.message).join('; '));
  return result.value;
}
