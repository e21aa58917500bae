import './model-definition-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { jobKinds } from '../../cluster/job-queue/shared/job-kinds.ts';
import { experimentJobs } from './change-experiment-job.ts';
import { experimentsRoutes } from './experiments-routes.ts';
import { hearValidations } from './hear-validations.ts';

export const experimentsSlice: Slice = {
  routes: experimentsRoutes,
  setUp: (master) => {
    jobKinds(master.db).set('EXPERIMENT', experimentJobs(master));
    hearValidations(master);
  },
};
