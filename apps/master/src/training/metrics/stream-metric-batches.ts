import type { metricBatchesRoute } from '@determined/contract/training/metrics-routes.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { metricNamed } from './metric-arguments.ts';
import { pollExperiments, trialIdsOf } from './poll-stream.ts';
import { readColumns } from './read-columns.ts';

/** Steps at which any trial of the experiment reported the metric, each told once. */
export const streamMetricBatches: StreamHandler<typeof metricBatchesRoute> = async function* (request, ctx) {
  const { group, name } = metricNamed(request);
  const told = new Set<number>();
  yield* pollExperiments(ctx, [request.experimentId], request.periodSeconds, async () => {
    const fresh = new Set<number>();
    const trialIds = await trialIdsOf(ctx.db, request.experimentId);
    for (const { steps, values } of (await readColumns(ctx.db, trialIds, group, [name])).values()) {
      steps.forEach((step, row) => {
        if (values[0]?.[row] !== undefined && !told.has(step)) fresh.add(step);
      });
    }
    for (const step of fresh) told.add(step);
    return { batches: [...fresh].sort((left, right) => left - right) };
  });
};
