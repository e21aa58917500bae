import { notFound } from '@determined/contract/errors.ts';
import type { trialLogsFieldsRoute, trialLogsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { lineView } from '../../tasks/logs/shared/line-view.ts';
import { streamFields } from '../../tasks/logs/shared/log-fields.ts';
import { logFilter } from '../../tasks/logs/shared/log-filter.ts';
import { followTask, readTasks } from '../../tasks/logs/shared/read-log.ts';
import { readTrialTasks } from '../life/shared/trial-tasks.ts';

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

export const streamTrialLogsFields: StreamHandler<typeof trialLogsFieldsRoute> = async function* (request, ctx) {
  const taskIds = await tasksOfTrial(ctx.db, request.trialId);
  for await (const fields of streamFields(ctx, taskIds, request.follow ? taskIds.at(-1) : undefined)) {
    const { allocationIds: _onlyOfTasks, ...ofTrial } = fields;
    yield ofTrial;
  }
};

/** A trial's tasks, oldest first. Throws for an unknown trial. */
async function tasksOfTrial(db: Db, trialId: number): Promise<string[]> {
  const trial = await db.selectFrom('trials').select('id').where('id', '=', trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', trialId);
  return readTrialTasks(db, trialId);
}
