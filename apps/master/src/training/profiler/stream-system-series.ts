import type { getTrialProfilerAvailableSeriesRoute } from '@determined/contract/training/profiler-routes.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { systemSeriesOf } from '../metrics/shared/system/system-series.ts';
import { trialTurns } from './trial-turns.ts';

/** The series that a trial's machines have reported, each disk's left out: at first, and again when there are others. */
export const streamSystemSeries: StreamHandler<typeof getTrialProfilerAvailableSeriesRoute> = async function* (
  { trialId, follow },
  ctx,
) {
  let told = '';
  for await (const _turn of trialTurns(ctx, trialId, follow)) {
    const series = await systemSeriesOf(ctx.db, trialId);
    const labels = series
      .filter(({ name, device }) => device === '' || !name.startsWith('disk_'))
      .map(({ agentId, device, name }) => ({
        trialId,
        agentId,
        name,
        gpuUuid: device,
        metricType: 'PROFILER_METRIC_TYPE_SYSTEM' as const,
      }));
    const text = JSON.stringify(labels);
    if (text !== told) yield { labels };
    told = text;
  }
};
