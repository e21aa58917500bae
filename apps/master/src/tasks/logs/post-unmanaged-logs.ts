import { invalidArgument } from '@determined/contract/errors.ts';
import { z } from 'zod';
import type { RawHandler } from '#platform/http/serve.ts';
import { checkMayLog } from './check-may-log.ts';
import { type LogLine, lineTime, textOrNull } from './log-line.ts';
import { storeLines } from './store-lines.ts';

const text = z.nullish(z.string());
const rank = z.nullish(z.coerce.number().pipe(z.int32()));
const entry = z.object({
  task_id: z.string(),
  allocation_id: text,
  container_id: text,
  agent_id: text,
  rank_id: rank,
  /** What the package sends for the rank, as text. */
  rank,
  timestamp: text,
  level: text,
  log: z.string(),
  source: text,
  stdtype: text,
});

/** `POST /task-logs`: what the package prints outside the cluster. Facts: trial runtime 13.9. */
export const postUnmanagedLogs: RawHandler = async (request, reply, ctx) => {
  const parsed = z.array(entry).safeParse(request.body);
  if (!parsed.success) throw invalidArgument(`decoding task logs: ${z.prettifyError(parsed.error)}`);
  const tasks = Map.groupBy(parsed.data, (one) => one.task_id);
  for (const taskId of tasks.keys()) await checkMayLog(ctx, taskId);
  await Promise.all(
    [...tasks].map(([taskId, entries]) => storeLines(ctx.master, { taskId, lines: entries.map(lineOf) })),
  );
  return reply.type('application/json; charset=UTF-8').send('""\n');
};

function lineOf(one: z.infer<typeof entry>): LogLine {
  return {
    allocationId: textOrNull(one.allocation_id),
    containerId: textOrNull(one.container_id),
    agentId: textOrNull(one.agent_id),
    rankId: one.rank_id ?? one.rank ?? null,
    time: one.timestamp ? lineTime(one.timestamp) : null,
    level: textOrNull(one.level?.replace('LOG_LEVEL_', '')),
    source: textOrNull(one.source),
    stdtype: textOrNull(one.stdtype),
    text: one.log,
  };
}
