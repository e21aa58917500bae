import * as contract from '@determined/contract/tasks/generic-tasks-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { killGenericTask, pauseGenericTask, unpauseGenericTask } from './act-on-generic-task.ts';
import { createGenericTask } from './create-generic-task.ts';
import { getGenericTaskConfig } from './get-generic-task-config.ts';

export const genericTasksRoutes: Served[] = [
  serve(contract.createGenericTaskRoute, createGenericTask),
  serve(contract.getGenericTaskConfigRoute, getGenericTaskConfig),
  serve(contract.killGenericTaskRoute, killGenericTask),
  serve(contract.pauseGenericTaskRoute, pauseGenericTask),
  serve(contract.unpauseGenericTaskRoute, unpauseGenericTask),
];
