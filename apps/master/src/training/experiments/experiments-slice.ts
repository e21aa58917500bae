import './config-layer-tables.ts';
import './model-definition-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { jobKinds } from '../../cluster/job-queue/shared/job-kinds.ts';
import { stateGauges } from '../../cluster/master-info/shared/state-gauges.ts';
import { policiesSaving } from '../../organisation/config-policies/shared/config-policies.ts';
import { experimentJobs } from './change-experiment-job.ts';
import { experimentGauges } from './experiment-gauges.ts';
import { readInvariant } from './experiment-policies.ts';
import { experimentsRoutes } from './experiments-routes.ts';
import { hearValidations } from './hear-validations.ts';

export const experimentsSlice: Slice = {
  routes: experimentsRoutes,
  setUp: (master) => {
    jobKinds(master.db).set('EXPERIMENT', experimentJobs(master));
    stateGauges(master).push(experimentGauges);
    hearValidations(master);
    policiesSaving.on(master, async (_tx, { workloadType, invariant }) => {
      if (workloadType === 'EXPERIMENT') readInvariant(invariant);
    });
  },
};
