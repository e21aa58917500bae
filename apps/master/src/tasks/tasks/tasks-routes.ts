import * as contract from '@determined/contract/tasks/tasks-routes.ts';
import { raw, type Served, serve, serveBytes } from '#platform/http/serve.ts';
import { getTask, getTaskAcceleratorData } from './get-task.ts';
import { getTaskContextDirectory } from './get-task-context.ts';
import { countActiveTasks, listTasks } from './list-tasks.ts';
import { oldListTasks } from './old-list-tasks.ts';

export const tasksRoutes: Served[] = [
  serve(contract.getTasksRoute, listTasks),
  serve(contract.getActiveTasksCountRoute, countActiveTasks),
  serve(contract.getTaskRoute, getTask),
  serve(contract.getTaskAcceleratorDataRoute, getTaskAcceleratorData),
  serveBytes(contract.getTaskContextDirectoryRoute, 'b64Tgz', getTaskContextDirectory),
  raw('GET', '/tasks', oldListTasks, contract.getTasksRoute.needs),
];
