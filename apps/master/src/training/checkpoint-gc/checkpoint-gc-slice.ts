import './checkpoint-gc-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { jobKinds } from '../../cluster/job-queue/shared/job-kinds.ts';
import { taskKinds } from '../../tasks/shared/task-kind.ts';
import { checkpointKeepers } from '../checkpoints/shared/kept-checkpoints.ts';
import { experimentsOver } from '../life/shared/experiment-hooks.ts';
import { watchWishes } from './apply-policies.ts';
import { checkpointGcRoutes } from './checkpoint-gc-routes.ts';
import { gcJobs, gcTaskKind } from './gc-task.ts';
import { liveStarts } from './live-starts.ts';
import { wishForPolicies } from './shared/request-gc.ts';

/** Deletes files of checkpoints: what a policy does not keep, and what somebody asked to delete. */
export const checkpointGcSlice: Slice = {
  routes: checkpointGcRoutes,
  setUp: (master) => {
    jobKinds(master.db).set('CHECKPOINT_GC', gcJobs);
    taskKinds(master).set('CHECKPOINT_GC', gcTaskKind(master));
    checkpointKeepers(master).push(liveStarts);
    experimentsOver.on(master, (tx, { experimentIds }) => wishForPolicies(tx, experimentIds));
    watchWishes(master);
  },
};
