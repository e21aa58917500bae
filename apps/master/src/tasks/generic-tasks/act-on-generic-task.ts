import { notFound } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { killOfGenericTask } from '@determined/contract/tasks/generic-task-rules.ts';
import type {
  killGenericTaskRoute,
  pauseGenericTaskRoute,
  unpauseGenericTaskRoute,
} from '@determined/contract/tasks/generic-tasks-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { killTree, pauseTree, unpauseTree } from './generic-task-life.ts';
import { findGenericTask, rootOfTask } from './generic-task-store.ts';

export const pauseGenericTask: Handler<typeof pauseGenericTaskRoute> = async ({ taskId }, ctx) => {
  const by = { userId: ctx.user.id, reason: 'user requested pause' };
  await inTransaction(ctx.db, (tx) => pauseTree(ctx.master, tx, taskId, by));
  return {};
};

export const unpauseGenericTask: Handler<typeof unpauseGenericTaskRoute> = async ({ taskId }, ctx) => {
  const by = { userId: ctx.user.id, reason: 'user requested unpause' };
  await inTransaction(ctx.db, (tx) => unpauseTree(ctx.master, tx, taskId, by));
  return {};
};

export const killGenericTask: Handler<typeof killGenericTaskRoute> = async ({ taskId, killFromRoot }, ctx) => {
  const by = { userId: ctx.user.id, reason: 'user requested kill' };
  await inTransaction(ctx.db, async (tx) => {
    const task = await findGenericTask(tx, taskId);
    if (!task) throw notFound('task', taskId);
    orRefuse(killOfGenericTask({ id: taskId, state: task.state, noPause: task.no_pause }));
    const from = killFromRoot ? await rootOfTask(tx, taskId) : taskId;
    if (from !== taskId) await ctx.require('genericTask', from, tx);
    await killTree(ctx.master, tx, from, by);
  });
  return {};
};
