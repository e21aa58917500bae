import {
  type ApiError,
  unauthenticated,
  unimplemented,
  wireError,
  wireStreamError,
} from '@determined/contract/errors.ts';
import { decodeExtRequest } from '@determined/contract/ext-route.ts';
import { decodeRequest } from '@determined/contract/wire/decode-request.ts';
import { encodeMessage } from '@determined/contract/wire/encode.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Master } from '#platform/master.ts';
import { authorise, needsOwnership, type SubjectFinders } from './authorise.ts';
import { sendText } from './compress-reply.ts';
import type { Caller, Context } from './context.ts';
import { credentialsOf, refuseForeignOrigin } from './credentials.ts';
import { toApiError } from './errors.ts';
import type { Authenticate, Served } from './serve.ts';
import { sendStream } from './stream-reply.ts';

export interface Pipeline {
  master: Master;
  authenticate: Authenticate;
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

type ContractEntry = Extract<Served, { kind: 'route' }>;
type ExtEntry = Extract<Served, { kind: 'ext' }>;
type RawEntry = Extract<Served, { kind: 'raw' }>;

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

function registerContractRoute(
  server: FastifyInstance,
  pipeline: Pipeline,
  { route, handler, built }: ContractEntry,
): void {
  if (built && needsOwnership(route.needs) && !(route.needs.on in pipeline.finders)) {
    throw new Error(`${route.name}: nobody finds the owner of ${route.needs.on}`);
  }
  // Names such as {metrics.trialId} end at the dot in this router, so parameters go by position.
  const names: string[] = [];
  const url = route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => `:p${names.push(name) - 1}`);
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const refused = toApiError(error, pipeline.master.log, request.id);
    return sendApiError(request, reply, refused);
  };
  server.route({
    method: route.method,
    url,
    onRequest: async (request, reply) => {
      if (route.noAuth) return;
      try {
        request.caller = await signedIn(pipeline, request);
      } catch (error) {
        const refused = toApiError(error, pipeline.master.log, request.id);
        if (route.streaming)
          return reply
            .code(refused.status)
            .type('application/json')
            .send(JSON.stringify(wireStreamError(refused)));
        return sendApiError(request, reply, refused);
      }
    },
    errorHandler: (error, request, reply) => fail(request, reply, error),
    handler: async (request, reply) => {
      if (!built) return fail(request, reply, unimplemented());
      let input: Record<string, unknown>;
      let ctx: Context;
      try {
        // Fastify's parameters are texts by name.
        const params = request.params as Record<string, string>;
        const path = Object.fromEntries(names.map((name, i) => [name, params[`p${i}`] ?? '']));
        // A request is a message, and so an object.
        input = decodeRequest(route, { path, query: queryOf(request), body: request.body }) as Record<string, unknown>;
        ctx = makeContext(pipeline, request, reply);
      } catch (error) {
        return fail(request, reply, error);
      }
      const allowed = async () => {
        if (!route.noAuth) await authorise(route, input, ctx, ctx.db, pipeline.finders);
      };
      if (route.streaming) {
        const results = (async function* () {
          await allowed();
          // A streaming route was served with a handler that streams.
          yield* handler(input, ctx) as AsyncIterable<unknown>;
        })();
        await sendStream(
          reply,
          results,
          (result) => encodeMessage(route.reply, result),
          (error) => toApiError(error, pipeline.master.log, request.id),
          ctx.signal,
        );
        return reply;
      }
      try {
        await allowed();
        // The others answer once.
        const result = await (handler(input, ctx) as Promise<unknown>);
        const body = encodeMessage(route.reply, result ?? {});
        const text = !queryOf(request).has('pretty') ? JSON.stringify(body) : JSON.stringify(body, null, 4);
        reply.header('Grpc-Metadata-Content-Type', 'application/grpc').type('application/json');
        return await sendText(request, reply, text);
      } catch (error) {
        return fail(request, reply, error);
      }
    },
  });
}

function registerExt(server: FastifyInstance, pipeline: Pipeline, { route, handler }: ExtEntry): void {
  server.route({
    method: route.method,
    url: route.path.replace(/\{([^}]+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      try {
        if (!route.noAuth) request.caller = await signedIn(pipeline, request);
      } catch (error) {
        return sendApiError(request, reply, toApiError(error, pipeline.master.log, request.id));
      }
    },
    errorHandler: (error, request, reply) =>
      sendApiError(request, reply, toApiError(error, pipeline.master.log, request.id)),
    handler: async (request, reply) => {
      try {
        // Of our own calls too the request is an object, and the answer one.
        const input = (await decodeExtRequest(route, {
          path: request.params as Record<string, string>,
          query: queryOf(request),
          body: request.body,
          // Its keys are params, query, body; `needs.by` is a path through them.
        })) as Record<string, unknown>;
        const ctx = makeContext(pipeline, request, reply);
        if (!route.noAuth) await authorise(route, input, ctx, ctx.db, pipeline.finders);
        const result = await (handler(input, ctx) as Promise<unknown>);
        return await sendText(request, reply.type('application/json'), JSON.stringify(result ?? {}));
      } catch (error) {
        return sendApiError(request, reply, toApiError(error, pipeline.master.log, request.id));
      }
    },
  });
}

function registerRaw(server: FastifyInstance, pipeline: Pipeline, entry: RawEntry): void {
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const refused = toApiError(error, pipeline.master.log, request.id);
    return reply
      .code(refused.status)
      .type('application/json; charset=UTF-8')
      .send(JSON.stringify({ message: refused.message }));
  };
  server.route({
    method: entry.method,
    url: entry.path,
    onRequest: async (request, reply) => {
      if (entry.open) return;
      try {
        request.caller = await signedIn(pipeline, request);
      } catch (error) {
        const refused = toApiError(error, pipeline.master.log, request.id);
        if (refused.status !== 401) return fail(request, reply, refused);
        return reply.code(401).type('application/json; charset=UTF-8').send('{"message":"Unauthorized"}');
      }
    },
    errorHandler: (error, request, reply) => fail(request, reply, error),
    handler: async (request, reply) => {
      try {
        return await entry.handler(request, reply, makeContext(pipeline, request, reply));
      } catch (error) {
        return fail(request, reply, error);
      }
    },
  });
}

async function signedIn(pipeline: Pipeline, request: FastifyRequest): Promise<Caller> {
  const credentials = credentialsOf(request);
  if (Object.values(credentials).every((value) => value === undefined)) throw unauthenticated('token missing');
  const caller = await pipeline.authenticate(credentials);
  refuseForeignOrigin(request, caller);
  return caller;
}

/** The caller, for the rare handler on an open route that treats a signed-in one otherwise; undefined without one. */
export async function callerIfAny(pipeline: Pipeline, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await signedIn(pipeline, request);
  } catch {
    return undefined;
  }
}

function makeContext(pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply): Context {
  const gone = new AbortController();
  // A reply that was sent whole closes too; nothing is left to abort then.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const { master } = pipeline;
  // On routes without sign-in there is no caller; those handlers take a PublicContext, which has no such fields.
  const caller = request.caller as Caller;
  return {
    ...caller,
    master,
    db: master.db,
    log: master.log.child({ requestId: request.id }),
    requestId: request.id,
    signal: AbortSignal.any([gone.signal, master.stopping]),
    headers: request.headers,
    remoteAddress: request.ip,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
}

export async function sendApiError(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: ApiError,
): Promise<FastifyReply> {
  return sendText(request, reply.code(refused.status).type('application/json'), JSON.stringify(wireError(refused)));
}
