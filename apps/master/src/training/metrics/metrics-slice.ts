import './metric-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { startMetrics } from './metric-keeper.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { metricsReported } from './shared/metric-events.ts';

export const metricsSlice: Slice = {
  routes: metricsRoutes,
  hints: [
    hintsOf(metricsReported, ({ trials }) =>
      trials.map(({ trialId, experimentId }) => ({
        entity: 'metric',
        of: { trial: trialId, experiment: experimentId },
      })),
    ),
  ],
  setUp: startMetrics,
};
