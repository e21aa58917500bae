import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { unimplemented } from '@determined/contract/errors.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { toApiError } from './errors.ts';
import { registerBodyParser } from './read-body.ts';
import { callerIfAny, type Pipeline, registerRoutes, sendApiError } from './register-routes.ts';
import type { Served } from './serve.ts';

// Facts: contract README, "What this asks of a Fastify server".
export function createHttpServer(pipeline: Pipeline, served: readonly Served[]): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    keepAliveTimeout: 75_000,
  });
  registerBodyParser(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'X-XSS-Protection': '1; mode=block',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Request-Id': request.id,
    });
  });
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (path.startsWith('/api/v1/')) return sendApiError(request, reply, unimplemented());
    if (request.method === 'HEAD' && isOpen(path)) return reply.code(404).send();
    const caller = await callerIfAny(pipeline, request);
    const [status, message] = caller ? [404, `api not found: ${request.method} ${path}`] : [401, 'Unauthorized'];
    return reply.code(status).type('application/json; charset=UTF-8').send(JSON.stringify({ message }));
  });
  server.setErrorHandler(async (error, request, reply) =>
    sendApiError(request, reply, toApiError(error, pipeline.master.log, request.id)),
  );
  registerRoutes(server, pipeline, served);
  return server;
}

const openPaths = ['/', '/info', '/task-logs', '/login'];
function isOpen(path: string): boolean {
  return openPaths.includes(path) || path.startsWith('/det');
}

/** Listens and answers with the port that was taken (the asked one, or any free one for 0). */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port });
  return (server.server.address() as AddressInfo).port;
}
