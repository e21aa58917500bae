import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { lineView } from './shared/line-view.ts';
import { logFilter } from './shared/log-filter.ts';
import { followTask, readTasks } from './shared/read-log.ts';

/** The lines of a task. Facts: platform semantics 7.1. */
export const streamTaskLogs: StreamHandler<typeof taskLogsRoute> = async function* (request, ctx) {
  const { taskId, limit, follow } = request;
  if (limit < 0) throw invalidArgument('Limit must be >= 0');
  if (follow && limit > 0) throw invalidArgument('Limit cannot be specified when following');
  const filter = logFilter(request);
  await checkTask(ctx.db, taskId);
  const descending = request.orderBy === 'ORDER_BY_DESC';
  const lines = follow
    ? followTask(ctx, taskId, filter)
    : readTasks(ctx, [taskId], { filter, descending, limit: limit || Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    yield { ...lineView(line, line.ordinal), taskId, allocationId: line.allocationId ?? undefined };
  }
};

export async function checkTask(db: Db, taskId: string): Promise<void> {
  const task = await db.selectFrom('tasks').select('id').where('id', '=', taskId).executeTakeFirst();
  if (!task) throw notFound('task', taskId);
}
