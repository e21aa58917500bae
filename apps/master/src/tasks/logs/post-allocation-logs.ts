import { notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { type Context, isTaskSession } from '#platform/http/context.ts';
import { lineTime, textOrNull } from './log-line.ts';
import { storeLines } from './store-lines.ts';

/**
 * Lines of an allocation's runner, which numbers them from 0 and sends them again until they are acknowledged: each is
 * stored once. Answers the number of the line that is expected next.
 */
export async function postAllocationLogs(
  { params, body }: ExtRequestOf<typeof postAllocationLogsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof postAllocationLogsRoute>> {
  const { allocationId } = params;
  const taskId = await taskOf(ctx, allocationId);
  const containerId = textOrNull(body.containerId);
  const agentId = textOrNull(body.agentId);
  const lines = body.lines.map((line) => ({
    allocationId,
    containerId,
    agentId,
    rankId: line.rankId ?? null,
    time: lineTime(line.timestamp),
    level: textOrNull(line.level),
    source: 'task',
    stdtype: line.stdtype,
    text: line.log,
  }));
  return { next: await storeLines(ctx.master, { taskId, lines, counted: { allocationId, offset: body.offset } }) };
}

async function taskOf({ session, db }: Context, allocationId: string): Promise<string> {
  if (isTaskSession(session)) {
    if (session.allocationId !== allocationId) throw permissionDenied('only its own runner may count its lines');
    return session.taskId;
  }
  const row = await db.selectFrom('allocations').select('task_id').where('id', '=', allocationId).executeTakeFirst();
  if (!row) throw notFound('allocation', allocationId);
  throw permissionDenied('only its own runner may count its lines');
}
