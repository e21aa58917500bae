import { getTaskHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import * as contract from '@determined/contract/tasks/tasks-routes.ts';
import { raw, type Served, serve, serveBytes, serveExt } from '#platform/http/serve.ts';
import { getTask, getTaskAcceleratorData } from './get-task.ts';
import { getTaskContextDirectory } from './get-task-context.ts';
import { getTaskHistory } from './get-task-history.ts';
import { countActiveTasks, listTasks } from './list-tasks.ts';
import { oldListTasks } from './old-list-tasks.ts';

export const tasksRoutes: Served[] = [
  serve(contract.getTasksRoute, listTasks),
  serve(contract.getActiveTasksCountRoute, countActiveTasks),
  serve(contract.getTaskRoute, getTask),
  serve(contract.getTaskAcceleratorDataRoute, getTaskAcceleratorData),
  serveBytes(contract.getTaskContextDirectoryRoute, 'b64Tgz', getTaskContextDirectory),
  serveExt(getTaskHistoryRoute, getTaskHistory),
  raw('GET', '/tasks', oldListTasks, contract.getTasksRoute.needs),
];
