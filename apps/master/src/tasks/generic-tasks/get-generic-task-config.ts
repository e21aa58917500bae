import { notFound } from '@determined/contract/errors.ts';
import type { getGenericTaskConfigRoute } from '@determined/contract/tasks/generic-tasks-routes.ts';
import { redactLogins } from '#platform/config/format/secrets.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findGenericTask } from './generic-task-store.ts';

/** The configuration as it was asked for, a fork's with what it has of its original, without its secrets. */
export const getGenericTaskConfig: Handler<typeof getGenericTaskConfigRoute> = async ({ taskId }, { db }) => {
  const task = await findGenericTask(db, taskId);
  if (!task) throw notFound('task', taskId);
  return { config: JSON.stringify(redactLogins(task.config)) };
};
