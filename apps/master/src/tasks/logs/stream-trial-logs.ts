import { notFound } from '@determined/contract/errors.ts';
import type { trialLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { lineView } from './line-view.ts';
import { logFilter } from './log-filter.ts';
import { followTask, readTasks } from './read-log.ts';

/**
 * The lines of a trial: those of its tasks one after another; of a continued one only the last task is followed. A
 * limit holds for all of them together, and is not looked at when following (facts: platform semantics 7.1).
 */
export const streamTrialLogs: StreamHandler<typeof trialLogsRoute> = async function* (request, ctx) {
  const { trialId, limit, follow } = request;
  const filter = logFilter(request);
  const taskIds = await tasksOfTrial(ctx.db, trialId);
  const last = follow ? taskIds.pop() : undefined;
  if (limit < 0 && !follow) return;
  const descending = request.orderBy === 'ORDER_BY_DESC' && !follow;
  const most = follow || limit === 0 ? Number.POSITIVE_INFINITY : limit;
  for await (const line of readTasks(ctx, taskIds, { filter, descending, limit: most })) {
    yield { ...lineView(line, line.ordinal), trialId };
  }
  if (last === undefined) return;
  for await (const line of followTask(ctx, last, filter)) yield { ...lineView(line, line.ordinal), trialId };
};

/** A trial's tasks, oldest first. Throws for an unknown trial. */
export async function tasksOfTrial(db: Db, trialId: number): Promise<string[]> {
  const trial = await db.selectFrom('trials').select('id').where('id', '=', trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', trialId);
  const tasks = await db
    .selectFrom('tasks')
    .select('id')
    .where('trial_id', '=', trialId)
    .orderBy('sequence')
    .orderBy('id')
    .execute();
  return tasks.map((task) => task.id);
}
