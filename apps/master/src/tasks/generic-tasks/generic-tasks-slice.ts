import './generic-task-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { jobKinds } from '../../cluster/job-queue/shared/job-kinds.ts';
import { projectDeleting, projectDeletionAsked } from '../../organisation/projects/shared/project-hooks.ts';
import { taskKinds } from '../shared/task-kind.ts';
import { deleteTasksOf, refuseLiveTasks } from './delete-of-project.ts';
import { genericTaskChanged } from './generic-task-events.ts';
import { genericTaskJobs, genericTaskSubject } from './generic-task-jobs.ts';
import { genericTaskKind } from './generic-task-kind.ts';
import { genericTasksRoutes } from './generic-tasks-routes.ts';

/** Programs of people with their files, which may be paused, gone on with, forked, and have children. */
export const genericTasksSlice: Slice = {
  routes: genericTasksRoutes,
  subjects: { genericTask: genericTaskSubject },
  hints: [hintsOf(genericTaskChanged, ({ taskId }) => [{ entity: 'task', of: { task: taskId } }, { entity: 'job' }])],
  setUp: (master) => {
    jobKinds(master.db).set('GENERIC', genericTaskJobs);
    taskKinds(master).set('GENERIC', genericTaskKind(master));
    projectDeletionAsked.on(master, async (tx, { projectId }) => void (await refuseLiveTasks(tx, projectId)));
    projectDeleting.on(master, (tx, { projectId }) => deleteTasksOf(tx, projectId));
  },
};
