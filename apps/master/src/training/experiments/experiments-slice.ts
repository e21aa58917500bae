import './model-definition-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { jobChangers } from '../../cluster/job-queue/shared/job-changers.ts';
import { experimentJobChanger } from './change-experiment-job.ts';
import { experimentsRoutes } from './experiments-routes.ts';
import { hearValidations } from './hear-validations.ts';

export const experimentsSlice: Slice = {
  routes: experimentsRoutes,
  setUp: (master) => {
    jobChangers(master).push(experimentJobChanger(master));
    hearValidations(master);
  },
};
