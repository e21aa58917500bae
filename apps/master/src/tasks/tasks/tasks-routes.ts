import * as contract from '@determined/contract/tasks/tasks-routes.ts';
import { notImplemented, raw, type Served, serve } from '#platform/http/serve.ts';
import { getTask, getTaskAcceleratorData } from './get-task.ts';
import { countActiveTasks, listTasks } from './list-tasks.ts';
import { oldListTasks } from './old-list-tasks.ts';

export const tasksRoutes: Served[] = [
  serve(contract.getTasksRoute, listTasks),
  serve(contract.getActiveTasksCountRoute, countActiveTasks),
  serve(contract.getTaskRoute, getTask),
  serve(contract.getTaskAcceleratorDataRoute, getTaskAcceleratorData),
  serve(contract.getTaskContextDirectoryRoute, notImplemented),
  serve(contract.getGenericTaskConfigRoute, notImplemented),
  serve(contract.createGenericTaskRoute, notImplemented),
  serve(contract.killGenericTaskRoute, notImplemented),
  serve(contract.pauseGenericTaskRoute, notImplemented),
  serve(contract.unpauseGenericTaskRoute, notImplemented),
  raw('GET', '/tasks', oldListTasks, contract.getTasksRoute.needs),
];
