import type { getTrialProfilerMetricsRoute } from '@determined/contract/training/profiler-routes.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import type { SystemSeries } from '../metrics/shared/system/system-columns.ts';
import { readSystemPoints } from '../metrics/shared/system/system-series.ts';
import { groupOfName } from './group-of-name.ts';
import { trialTurns } from './trial-turns.ts';

/**
 * A metric of a machine, one batch for each stored report and GPU, as they came. Facts: platform semantics 5.6. Labels that
 * are not given narrow nothing.
 */
export const streamSystemMetrics: StreamHandler<typeof getTrialProfilerMetricsRoute> = async function* (request, ctx) {
  const { trialId = 0, name = '', agentId = '', gpuUuid = '', metricType } = request.labels ?? {};
  const group = groupOfName('labels.name', name);
  const isAsked = (series: SystemSeries) =>
    series.name === name &&
    (agentId === '' || series.agentId === agentId) &&
    (gpuUuid === '' || series.device === gpuUuid);
  let beyond = -1;
  for await (const _turn of trialTurns(ctx, trialId, request.follow)) {
    // Timings of the training loop are nothing that a machine reports.
    if (metricType === 'PROFILER_METRIC_TYPE_TIMING' || metricType === 'PROFILER_METRIC_TYPE_MISC') continue;
    for await (const { points, last } of readSystemPoints(ctx.db, trialId, group, isAsked, beyond)) {
      beyond = last;
      if (ctx.signal.aborted) return;
      for (const { series, steps, time, value } of points) {
        yield {
          batch: {
            values: [value],
            batches: [steps],
            timestamps: [time],
            labels: {
              trialId,
              name,
              agentId: series.agentId,
              gpuUuid: series.device,
              metricType: 'PROFILER_METRIC_TYPE_SYSTEM',
            },
          },
        };
      }
    }
  }
};
