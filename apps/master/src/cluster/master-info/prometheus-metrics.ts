import { notFound } from '@determined/contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RawHandler } from '#platform/http/serve.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { gauge, stateGauges } from './shared/state-gauges.ts';

/** Metrics of this process, as Prometheus reads them. */
const processMetrics = perMaster((master: Master) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'det_http_request_duration_seconds',
    help: 'time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'det_allocations',
    help: 'allocations that have not ended, by pool and state',
    labelNames: ['resource_pool', 'state'],
    registers: [registry],
    async collect() {
      const rows = await master.db
        .selectFrom('allocations')
        .select(['resource_pool', 'state', sql<number>`count(*)`.as('count')])
        .where('state', '<>', 'TERMINATED')
        .groupBy(['resource_pool', 'state'])
        .execute();
      this.reset();
      for (const { resource_pool, state, count } of rows) this.set({ resource_pool, state }, count);
    },
  });
  return { registry, requests };
});

/** Measures every answer of the server, streams aside: those last as long as their reader likes. */
export function measureRequests(master: Master, server: FastifyInstance): void {
  if (!master.config.observability.enable_prometheus) return;
  const { requests } = processMetrics(master);
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
}

/** `GET /metrics` and `GET /debug/prom/metrics`. */
export const getProcessMetrics: RawHandler = async (request, reply, { master }) => {
  refuseWhenOff(master, request.url);
  const { registry } = processMetrics(master);
  return reply.type(registry.contentType).send(await registry.metrics());
};

/** `GET /prom/det-state-metrics`: what belongs to what, to join metrics of machines with. 1: not ended yet. */
export const getStateMetrics: RawHandler = async (request, reply, { master }) => {
  refuseWhenOff(master, request.url);
  const registry = new Registry();
  for (const add of stateGauges(master)) await add(registry, master);
  const allocations = gauge(
    registry,
    'det_allocation_id_container_id',
    'a mapping of the allocation ID to the container ID',
    ['allocation_id', 'container_id'],
  );
  const running = await master.db
    .selectFrom('allocation_places as p')
    .innerJoin('allocations as a', 'a.id', 'p.allocation_id')
    .select(['p.allocation_id', 'p.container_id'])
    .where('p.state', '<>', 'ENDED')
    .where('a.state', '<>', 'TERMINATED')
    .execute();
  for (const row of running) allocations.set(row, 1);
  return reply.type(registry.contentType).send(await registry.metrics());
};

function refuseWhenOff({ config }: Master, path: string): void {
  if (!config.observability.enable_prometheus) throw notFound('page', path);
}
