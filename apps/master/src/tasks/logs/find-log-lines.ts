import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { findLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { findLines } from './find-lines.ts';
import { readHead } from './log-store.ts';
import { readLines } from './read-lines.ts';
import { checkTask } from './stream-task-logs.ts';

/** Where the lines stand that pass a filter, for a reader that shows them by number and can stop at any time. */
export async function findLogLines(
  { params: { taskId }, query }: ExtRequestOf<typeof findLogLinesRoute>,
  { db, signal }: Context,
): Promise<ExtReplyOf<typeof findLogLinesRoute>> {
  await checkTask(db, taskId);
  const total = (await readHead(db, taskId))?.lines ?? 0;
  const found = await findLines(query, { first: 0, total }, (range) => readLines(db, { taskId, ...range, signal }));
  // Lines that went with their task's log end the reading before its end.
  return found.done || (await readHead(db, taskId)) !== undefined ? found : { ...found, done: true };
}
