import type { Slice } from '#platform/slice.ts';
import { taskKinds } from '../../tasks/shared/task-kind.ts';
import { watchSilentTrials } from './end-silent-trials.ts';
import { trialTaskKind } from './trial-task.ts';
import { trialsRoutes } from './trials-routes.ts';

export const trialsSlice: Slice = {
  routes: trialsRoutes,
  setUp: (master) => {
    taskKinds(master).set('TRIAL', trialTaskKind(master));
    watchSilentTrials(master);
  },
};
