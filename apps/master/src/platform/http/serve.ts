import type { AnyExtRoute, ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { type AnyRoute, type Method, type Needs, noNeeds, type Route } from '@determined/contract/route.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Context, PublicContext } from './context.ts';

/** A use case: the decoded request in, what the reply carries out (defaults are filled by the encoder). */
export type Handler<R> =
  R extends Route<infer Req, infer Res> ? (request: Req, ctx: Context) => Promise<Input<Res>> : never;
export type PublicHandler<R> =
  R extends Route<infer Req, infer Res> ? (request: Req, ctx: PublicContext) => Promise<Input<Res>> : never;
export type StreamHandler<R> =
  R extends Route<infer Req, infer Res> ? (request: Req, ctx: Context) => AsyncIterable<Input<Res>> : never;
/** For a reply of one field of bytes: gives them as they come, so that a large file is never held whole. */
export type BytesHandler<R> =
  R extends Route<infer Req, unknown> ? (request: Req, ctx: Context) => Promise<AsyncIterable<Buffer>> : never;
export type RawHandler = (request: FastifyRequest, reply: FastifyReply, ctx: Context) => Promise<unknown>;

// The pipeline keeps handlers of all routes in one list: their types were checked by `serve`.
type AnyHandler = (request: unknown, ctx: Context) => Promise<unknown> | AsyncIterable<unknown>;

export type Served =
  | {
      kind: 'route';
      route: AnyRoute;
      handler: AnyHandler;
      built: boolean;
      /** The reply's one field, where the handler gives its bytes. */
      bytes?: string;
      refusedToAll?: RefusedToAll<unknown>;
    }
  | { kind: 'ext'; route: AnyExtRoute; handler: AnyHandler }
  | {
      kind: 'raw';
      name: string;
      method: Method;
      path: string;
      /** No sign-in is needed. */
      noAuth: boolean;
      needs: Needs;
      handler: RawHandler;
      built: boolean;
    };

/**
 * Throws where nobody may do this to this thing, whoever he is: a default pool, what is built in. Who lacks the right is
 * told that first, as platform 0.38.1 does; who has it is told by the handler.
 */
export type RefusedToAll<Req> = (request: Req, ctx: Context) => Promise<void> | void;

/** The handler of a route that is not built yet: answers 501 and counts as missing. */
export const notImplemented = Symbol('not implemented');

/** One row of a slice's table of contents: contract entry → handler. */
export function serve<Req, Res>(
  route: Route<Req, Res>,
  handler:
    | ((request: Req, ctx: Context) => Promise<Input<Res>>)
    | ((request: Req, ctx: Context) => AsyncIterable<Input<Res>>)
    | typeof notImplemented,
  { refusedToAll }: { refusedToAll?: RefusedToAll<Req> } = {},
): Served {
  if (handler === notImplemented) return { kind: 'route', route, handler: async () => undefined, built: false };
  // The pair was checked by this signature; the list forgets the types.
  const checked = { kind: 'route', route, handler: handler as AnyHandler, built: true } as const;
  return refusedToAll ? { ...checked, refusedToAll: refusedToAll as RefusedToAll<unknown> } : checked;
}

/** A row for a call whose reply is one field of bytes. */
export function serveBytes<Req, Res>(
  route: Route<Req, Res>,
  bytes: keyof Res & string,
  handler: (request: Req, ctx: Context) => Promise<AsyncIterable<Buffer>>,
): Served {
  // As above.
  return { kind: 'route', route, handler: handler as AnyHandler, built: true, bytes };
}

/** A row for one of our own calls below /api/ext/v1. */
export function serveExt<R extends AnyExtRoute>(
  route: R,
  handler: (request: ExtRequestOf<R>, ctx: Context) => Promise<ExtReplyOf<R>>,
): Served {
  // As above: the pipeline decodes by the same route.
  return { kind: 'ext', route, handler: handler as AnyHandler };
}

/** A row for a call without sign-in: its context has no user. */
export function servePublic<Req, Res>(
  route: Route<Req, Res>,
  handler: (request: Req, ctx: PublicContext) => Promise<Input<Res>>,
): Served {
  return serve(route, handler as (request: Req, ctx: Context) => Promise<Input<Res>>);
}

/**
 * A row for a route outside the gateway: `{"message": …}` errors, the handler writes the reply. `needs.by` names a
 * parameter of the path; `open`: no sign-in.
 */
export function raw(
  method: Method,
  path: string,
  handler: RawHandler | typeof notImplemented,
  needs: Partial<Needs> | 'open',
): Served {
  const noAuth = needs === 'open';
  const built = handler !== notImplemented;
  return {
    kind: 'raw',
    name: `${method} ${path}`,
    method,
    path,
    noAuth,
    needs: { ...noNeeds, ...(noAuth ? {} : needs) },
    handler: built ? handler : async () => undefined,
    built,
  };
}

/** Proof of identity as it came with the request; how it is checked is the identity band's business. */
export interface Credentials {
  userToken?: string;
  authorization?: string;
  cookie?: string;
  allocationToken?: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Caller>;
