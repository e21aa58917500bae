import type { cleanupLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import { goDurationMs } from '#platform/go-duration.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { deleteTaskLogs } from './shared/delete-task-logs.ts';

/** Logs deleted in one transaction: those of so many tasks. */
const tasksAtOnce = 50;

export const cleanupLogs: Handler<typeof cleanupLogsRoute> = async (_request, { master }) => ({
  removedCount: await deleteExpiredLogs(master),
});

/**
 * Deletes the logs of trials' tasks that ended longer ago than their days of retention: the task's own, else the
 * cluster's, else for ever. Those of other tasks stay. Gives the number of lines. Facts: platform semantics 7.4.
 */
export async function deleteExpiredLogs({ db, clock, config }: Master): Promise<number> {
  const forever = -1;
  const days = config.retention_policy.log_retention_days ?? forever;
  let removed = 0;
  for (;;) {
    const { rows } = await sql<{ task_id: string }>`
      select h.task_id
      from task_log_heads h
      join tasks t on t.id = h.task_id
      where t.type = 'TRIAL' and coalesce(t.log_retention_days, ${days}) >= 0
        and t.end_time <= ${clock.now().toISOString()}::timestamptz
          - make_interval(days => coalesce(t.log_retention_days, ${days}))
      limit ${tasksAtOnce}`.execute(db);
    if (rows.length === 0) return removed;
    const ids = rows.map((row) => row.task_id);
    removed += await inTransaction(db, (tx) => deleteTaskLogs(tx, ids));
  }
}

/** Timers hold no more. */
const longest = 2 ** 31 - 1;

/** Deletes as often as the configuration says; never without a schedule. */
export function startCleanup(master: Master): void {
  const { schedule } = master.config.retention_policy;
  if (schedule === null) return;
  const every = Math.min(Math.max(goDurationMs(schedule) ?? 0, 1_000), longest);
  runEvery(master, every, 'deleting old logs', () => deleteExpiredLogs(master));
}
