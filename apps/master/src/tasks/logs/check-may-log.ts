import { notFound, permissionDenied } from '@determined/contract/errors.ts';
import { type Context, isTaskSession } from '#platform/http/context.ts';

/**
 * Checks that a caller may add to the logs of a task: its own session, or a user who may edit what it belongs to, which
 * without roles is anyone signed in. The program of another task may where nothing of ours runs: it may be a detached one
 * that it has started. Throws for an unknown task.
 */
export async function checkMayLog(ctx: Context, taskId: string): Promise<void> {
  const { session } = ctx;
  if (isTaskSession(session) && session.taskId === taskId) return;
  const refused = permissionDenied(`only its own task may add to the logs of task ${taskId}`);
  if (session.kind === 'allocation') throw refused;
  const task = await ctx.db
    .selectFrom('tasks as t')
    .leftJoin('allocations as a', 'a.task_id', 't.id')
    .select('a.id as allocation_id')
    .where('t.id', '=', taskId)
    .limit(1)
    .executeTakeFirst();
  if (!task) throw notFound('task', taskId);
  if (session.kind === 'task' && task.allocation_id !== null) throw refused;
}
