import type { ServerResponse } from 'node:http';
import { ApiError, unauthenticated, unimplemented, wireError, wireStreamError } from '@determined/contract/errors.ts';
import { decodeExtRequest } from '@determined/contract/ext-route.ts';
import { maxBodyBytes } from '@determined/contract/limits.ts';
import { bytesFields } from '@determined/contract/wire/bytes-fields.ts';
import { decodeRequest } from '@determined/contract/wire/decode-request.ts';
import { encodeMessage } from '@determined/contract/wire/encode.ts';
import { encodeText, plainText } from '@determined/contract/wire/encode-text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log.ts';
import type { Master } from '#platform/master.ts';
import { takingTurns } from '#platform/turns.ts';
import {
  ask,
  authorise,
  type Guarded,
  handlerAsks,
  holdsAtCluster,
  kindsToFind,
  type SubjectFinders,
} from './authorise.ts';
import { bytesField } from './bytes-field.ts';
import { sendPieces, sendText } from './compress-reply.ts';
import { type Caller, type Context, isTaskSession } from './context.ts';
import { credentialsOf, refuseForeignOrigin } from './credentials.ts';
import { toApiError } from './errors.ts';
import type { RightsSource } from './rights-source.ts';
import type { Authenticate, Served } from './serve.ts';
import { sendStream } from './stream-reply.ts';
import { whileAllowed } from './while-allowed.ts';

export interface Pipeline {
  master: Master;
  authenticate: Authenticate;
  rights: RightsSource;
  finders: SubjectFinders;
}

/** Hangs every route on the server. The way of a call is the same for all: sign-in → input → permission → handler → output. */
export function registerRoutes(server: FastifyInstance, pipeline: Pipeline, served: readonly Served[]): void {
  for (const entry of served) {
    if (entry.kind === 'raw') registerRaw(server, pipeline, entry);
    else if (entry.kind === 'ext') registerExt(server, pipeline, entry);
    else registerContractRoute(server, pipeline, entry);
  }
}

type Entry<Kind extends Served['kind']> = Extract<Served, { kind: Kind }>;

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

function registerContractRoute(
  server: FastifyInstance,
  pipeline: Pipeline,
  { route, handler, built, bytes, refusedToAll }: Entry<'route'>,
): void {
  const unknown = built ? kindsToFind(route.needs).find((kind) => !(kind in pipeline.finders)) : undefined;
  if (unknown) throw new Error(`${route.name}: nobody finds the rights on ${unknown}`);
  // Names such as {metrics.trialId} end at the dot in this router, so parameters go by position.
  const names: string[] = [];
  register(server, pipeline, {
    guarded: route,
    url: route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => `:p${names.push(name) - 1}`),
    bytes: bytesFields(route),
    refuse: sendApiError,
    // Input that does not parse has the form of any other call, even where a stream was asked for.
    refuseSignIn: route.streaming ? sendStreamError : sendApiError,
    answer: async (request, reply) => {
      if (!built) throw notBuilt(route.rpc);
      // Fastify's parameters are texts by name.
      const params = request.params as Record<string, string>;
      const path = Object.fromEntries(names.map((name, i) => [name, params[`p${i}`] ?? '']));
      const pause = takingTurns();
      // A request is a message, and so an object.
      const input = decodeRequest(route, { path, query: queryOf(request), body: request.body }) as Fields;
      await pause();
      const ctx = await makeContext(pipeline, route, input, request, reply);
      if (route.streaming) {
        // Who signs out or loses the right must not be told more.
        const check = async () => {
          const caller = await signedIn(pipeline, request);
          const rights = await pipeline.rights.of(caller);
          await authorise(
            route,
            input,
            { ...ctx, user: caller.user, session: caller.session, rights },
            pipeline.finders,
          );
        };
        const changed = (listener: () => void) => pipeline.rights.onChange(ctx.user.id, listener);
        const results = whileAllowed({ check, changed }, (refused) => {
          const signal = AbortSignal.any([ctx.signal, refused]);
          // A streaming route was served with a handler that streams.
          return handler(input, { ...ctx, signal }) as AsyncIterable<unknown>;
        });
        await sendStream(
          request,
          reply,
          results,
          (result) => encodeText(route.reply, result, pause),
          (error) => toApiError(error, pipeline.master.log, request.id),
          ctx.signal,
        );
        return reply;
      }
      await authorise(route, input, ctx, pipeline.finders).catch(async (refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.code === 'PermissionDenied' && !isTaskSession(ctx.session))
          await refusedToAll?.(input, ctx);
        throw refusal;
      });
      // The others answer once.
      const result = await (handler(input, ctx) as Promise<unknown>);
      reply.header('Grpc-Metadata-Content-Type', 'application/grpc').type('application/json');
      // Such a route was served with a handler that gives bytes.
      if (bytes) return sendPieces(request, reply, bytesField(bytes, result as AsyncIterable<Buffer>));
      const shown = result ?? {};
      if (queryOf(request).has('pretty'))
        return sendText(request, reply, JSON.stringify(encodeMessage(route.reply, shown), null, 4));
      return sendText(request, reply, await encodeText(route.reply, shown, takingTurns()));
    },
  });
}

function registerExt(server: FastifyInstance, pipeline: Pipeline, { route, handler }: Entry<'ext'>): void {
  register(server, pipeline, {
    guarded: route,
    url: route.path.replace(/\{([^}]+)\}/g, ':$1'),
    refuse: sendApiError,
    answer: async (request, reply) => {
      // Of our own calls too the request is an object, and the answer one.
      const input = (await decodeExtRequest(route, {
        path: request.params as Record<string, string>,
        query: queryOf(request),
        body: request.body,
        // Its keys are params, query, body; `needs.by` is a path through them.
      })) as Fields;
      const ctx = await makeContext(pipeline, route, input, request, reply);
      await authorise(route, input, ctx, pipeline.finders);
      const result = await (handler(input, ctx) as Promise<unknown>);
      return sendText(request, reply.type('application/json'), await plainText(result ?? {}, takingTurns()));
    },
  });
}

function registerRaw(server: FastifyInstance, pipeline: Pipeline, entry: Entry<'raw'>): void {
  register(server, pipeline, {
    guarded: entry,
    url: entry.path,
    refuse: sendMessage,
    answer: async (request, reply) => {
      if (!entry.built) throw notBuilt(`${entry.method} ${entry.path}`);
      const input = { ...(request.params as Fields), body: request.body };
      const ctx = await makeContext(pipeline, entry, input, request, reply);
      await authorise(entry, input, ctx, pipeline.finders);
      return entry.handler(request, reply, ctx);
    },
  });
}

/** Names what is missing, and where: command lines print it after what they tried, without the status. */
const notBuilt = (call: string): ApiError => unimplemented(`Not Implemented: this server does not have ${call}`);

type Fields = Record<string, unknown>;

interface Way {
  guarded: Guarded;
  url: string;
  bytes?: string[][];
  refuse: Refuse;
  refuseSignIn?: Refuse;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** What all routes have in common: who is not signed in is told so before the body is read, and errors have one form. */
function register(server: FastifyInstance, pipeline: Pipeline, way: Way): void {
  const { guarded, refuse, refuseSignIn = refuse, bytes = [] } = way;
  const told = (error: unknown, request: FastifyRequest) => toApiError(error, pipeline.master.log, request.id);
  server.route({
    method: guarded.method,
    url: way.url,
    // Of strangers only small bodies are read (the server's usual limit).
    ...(guarded.noAuth ? {} : { bodyLimit: maxBodyBytes }),
    config: { bytes },
    onRequest: async (request, reply) => {
      if (guarded.noAuth) return;
      try {
        request.caller = await signedIn(pipeline, request);
      } catch (error) {
        return refuseSignIn(request, reply, told(error, request));
      }
    },
    handler: way.answer,
    errorHandler: (error, request, reply) => refuse(request, reply, told(error, request)),
  });
}

async function signedIn(pipeline: Pipeline, request: FastifyRequest): Promise<Caller> {
  const credentials = credentialsOf(request, pipeline.master);
  if (Object.values(credentials).every((value) => value === undefined)) throw unauthenticated('token missing');
  const caller = await pipeline.authenticate(credentials);
  refuseForeignOrigin(request, caller);
  return caller;
}

/** The caller, where one without a sign-in is answered too; undefined without one. */
export async function callerIfAny(pipeline: Pipeline, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await signedIn(pipeline, request);
  } catch {
    return undefined;
  }
}

async function makeContext(
  pipeline: Pipeline,
  { needs }: Guarded,
  input: Fields,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const { master } = pipeline;
  // Made when they are asked for, which of most calls they never are.
  let log: Log | undefined;
  let signal: AbortSignal | undefined;
  // On routes without sign-in there is no caller; those handlers take a PublicContext, which has no such fields.
  const { user, session } = request.caller ?? ({} as Caller);
  const rights = request.caller ? await pipeline.rights.of(request.caller) : ({} as Context['rights']);
  const ctx: Context = {
    user,
    session,
    rights,
    require: async (on, id, db = master.db) => {
      const asker = { user, session, rights, master, db };
      for (const one of handlerAsks(needs, input, on, id)) await ask(one, asker, pipeline.finders);
    },
    holds: (right) => holdsAtCluster(rights, right),
    master,
    db: master.db,
    get log() {
      log ??= master.log.child({ requestId: request.id });
      return log;
    },
    requestId: request.id,
    get signal() {
      signal ??= AbortSignal.any([untilGone(reply.raw), master.stopping]);
      return signal;
    },
    headers: request.headers,
    remoteAddress: request.ip,
    setHeader: (name, value) => void reply.header(name, value),
  };
  return ctx;
}

/** Aborted when the caller goes away before the reply was sent whole. */
function untilGone(reply: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const closed = () => {
    // A reply that was sent whole closes too; nothing is left to abort then.
    if (!reply.writableFinished) gone.abort();
  };
  if (reply.closed) closed();
  else reply.once('close', closed);
  return gone.signal;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, refused: ApiError) => FastifyReply | Promise<FastifyReply>;

export const sendApiError: Refuse = (request, reply, refused) =>
  sendText(
    request,
    refusing(reply, refused).type('application/json'),
    JSON.stringify(wireError(refused, request.url.startsWith('/api/ext/v1/'))),
  );

const sendStreamError: Refuse = (_request, reply, refused) =>
  refusing(reply, refused)
    .type('application/json')
    .send(JSON.stringify(wireStreamError(refused)));

/** The form outside the gateway, where whoever is not signed in is not told why. */
export const sendMessage: Refuse = (_request, reply, refused) =>
  refusing(reply, refused)
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify({ message: refused.status === 401 ? 'Unauthorized' : refused.message }));

function refusing(reply: FastifyReply, { status, retryAfter }: ApiError): FastifyReply {
  return retryAfter === undefined ? reply.code(status) : reply.code(status).header('retry-after', retryAfter);
}
