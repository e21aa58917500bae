import { notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';

/**
 * Checks that a caller may add to the logs of a task: its own session, or a user who may edit what it belongs to, which
 * without roles is anyone signed in. Throws for an unknown task.
 */
export async function checkMayLog(ctx: Context, taskId: string): Promise<void> {
  const { session } = ctx;
  if (session.kind === 'allocation') {
    if (session.taskId !== taskId) throw permissionDenied(`only its own task may add to the logs of task ${taskId}`);
    return;
  }
  const task = await ctx.db.selectFrom('tasks').select('id').where('id', '=', taskId).executeTakeFirst();
  if (!task) throw notFound('task', taskId);
}
