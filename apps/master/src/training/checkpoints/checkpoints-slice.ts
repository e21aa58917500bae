import './checkpoint-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { reportsStored, reportsTakenBack } from '../metrics/shared/metric-hooks.ts';
import { refreshCheckpointMetrics, updateCheckpointMetrics } from './checkpoint-metrics.ts';
import { checkpointSubject } from './checkpoint-subject.ts';
import { checkpointsRoutes } from './checkpoints-routes.ts';
import { checkpointsChanged } from './shared/checkpoint-events.ts';

export const checkpointsSlice: Slice = {
  routes: checkpointsRoutes,
  subjects: { checkpoint: checkpointSubject },
  hints: [
    hintsOf(checkpointsChanged, ({ trialIds, experimentIds }) =>
      trialIds.length > 0
        ? trialIds.map((trial) => ({ entity: 'checkpoint', of: { trial } }))
        : [{ entity: 'checkpoint', of: { experiment: experimentIds[0] } }],
    ),
  ],
  setUp: (master) => {
    reportsStored.on(master, (tx, { reports, trials }) => updateCheckpointMetrics(tx, reports, trials));
    reportsTakenBack.on(master, (tx, { trial, fromSteps }) => refreshCheckpointMetrics(tx, trial, fromSteps));
  },
};
