import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { ApiError, unauthenticated, unimplemented } from '@determined/contract/errors.ts';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { toApiError } from './errors.ts';
import { registerBodyParser } from './read-body.ts';
import { callerIfAny, type Pipeline, registerRoutes, sendApiError, sendMessage } from './register-routes.ts';
import type { Served } from './serve.ts';

const noSchemas = () => {
  throw new Error('Routes have no schemas of Fastify: the contract says what a request and its answer are.');
};

// Facts: contract README, "What this asks of a Fastify server".
export function createHttpServer(pipeline: Pipeline, served: readonly Served[]): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // An address may name each of ten thousand users.
    http: { maxHeaderSize: 256 * 1024 },
    // No route has a schema of Fastify's: what compiles these would be loaded at each start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    keepAliveTimeout: 75_000,
    // Long enough for the largest body over a slow line; nobody holds a connection for ever by sending nothing.
    requestTimeout: 600_000,
    // Addresses that the router cannot read do not come as far as the hook below.
    frameworkErrors: (error, request, reply) => {
      reply.headers(safety(request.id));
      const refuse = request.url.startsWith('/api/') ? sendApiError : sendMessage;
      void refuse(request, reply, toApiError(error, pipeline.master.log, request.id));
    },
  });
  registerBodyParser(server);
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(safety(request.id));
    // Files of the console say themselves how long they keep; no answer of the API does.
    if (request.method !== 'GET' || !isOpen(request.url.split('?')[0] ?? '')) reply.header('Cache-Control', 'no-store');
    if (overTls(request)) reply.header('Strict-Transport-Security', 'max-age=31536000');
    next();
  });
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (path.startsWith('/api/v1/')) return sendApiError(request, reply, unimplemented());
    if (request.method === 'HEAD' && isOpen(path)) return reply.code(404).send();
    const caller = await callerIfAny(pipeline, request);
    const refused = caller ? new ApiError('NotFound', `api not found: ${request.method} ${path}`) : unauthenticated();
    return sendMessage(request, reply, refused);
  });
  server.setErrorHandler(async (error, request, reply) =>
    sendApiError(request, reply, toApiError(error, pipeline.master.log, request.id)),
  );
  registerRoutes(server, pipeline, served);
  return server;
}

/** On every answer. */
const safety = (requestId: string) => ({
  'X-XSS-Protection': '1; mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Request-Id': requestId,
});

/** The master itself speaks HTTP; a proxy before it says what the caller speaks. */
const overTls = ({ headers }: FastifyRequest) => headers['x-forwarded-proto'] === 'https';

const openPaths = ['/', '/info', '/task-logs', '/login'];
function isOpen(path: string): boolean {
  return openPaths.includes(path) || path === '/det' || path.startsWith('/det/');
}

/** Listens and answers with the port that was taken (the asked one, or any free one for 0). */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port });
  return (server.server.address() as AddressInfo).port;
}
