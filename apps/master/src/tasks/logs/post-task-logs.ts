import { invalidArgument } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { checkMayLog } from './check-may-log.ts';
import { type LogLine, lineTime, textOrNull } from './log-line.ts';
import { storeLines } from './store-lines.ts';

type Entry = RequestOf<typeof postTaskLogsRoute>['logs'][number];

/** A line posted without a time is one of 1970, as clients of the compatible call know it. */
const noTime = '1970-01-01T00:00:00Z';

/** Lines of one task, acknowledged when they are stored. Facts: platform semantics 7.3. */
export const postTaskLogs: Handler<typeof postTaskLogsRoute> = async ({ logs }, ctx) => {
  const [first] = logs;
  if (!first) throw invalidArgument('len logs must be greater than 0');
  for (const { id, taskId } of logs) {
    if (id !== undefined) throw invalidArgument(`ID must be nil on logs got ${id} instead`);
    if (taskId !== first.taskId) {
      throw invalidArgument(
        `can only post logs of a single taskID per task log request got '${first.taskId}' and '${taskId}'`,
      );
    }
  }
  await checkMayLog(ctx, first.taskId);
  await storeLines(ctx.master, { taskId: first.taskId, lines: logs.map(lineOf) });
  return {};
};

function lineOf(entry: Entry): LogLine {
  return {
    allocationId: textOrNull(entry.allocationId),
    containerId: textOrNull(entry.containerId),
    agentId: textOrNull(entry.agentId),
    rankId: entry.rankId ?? null,
    time: lineTime(entry.timestamp ?? noTime),
    level: entry.level?.replace('LOG_LEVEL_', '') ?? null,
    source: textOrNull(entry.source),
    stdtype: textOrNull(entry.stdtype),
    text: entry.log,
  };
}
