import type { Slice } from '#platform/slice.ts';
import { allocationSubject, taskSubject } from './task-subject.ts';
import { tasksRoutes } from './tasks-routes.ts';

export const tasksSlice: Slice = {
  routes: tasksRoutes,
  subjects: { task: taskSubject, allocation: allocationSubject },
};
