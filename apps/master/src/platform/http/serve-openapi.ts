import type { FastifyInstance } from 'fastify';
import type { Served } from './serve.ts';

/** `/api/v1/openapi.json`: what this server has built, for everybody. Made at the first question: few ask. */
export function serveOpenApi(server: FastifyInstance, served: readonly Served[]): void {
  let document: string | undefined;
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    // Brings all the contract's facts along, which nothing else of a running server needs.
    const { openApiDocument } = await import('@determined/contract/openapi.ts');
    document ??= JSON.stringify(
      openApiDocument(
        served.flatMap((entry) => (entry.kind === 'route' && entry.built ? [entry.route] : [])),
        served.flatMap((entry) =>
          entry.kind === 'raw' && entry.built ? [`${entry.method} ${entry.path.replace(/:(\w+)/g, '{$1}')}`] : [],
        ),
      ),
    );
    return reply.type('application/json').send(document);
  });
}
