import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import type { NumberedLine } from './log-line.ts';
import { readHead } from './log-store.ts';
import { readLines } from './read-lines.ts';
import { shownLine } from './shown-line.ts';
import { checkTask } from './stream-task-logs.ts';

const mostLines = 2_000;
/** Very long lines make the answer shorter than asked: the rest is asked for again. */
const mostText = 8 * 1024 * 1024;

/** Lines of a task by number, for a viewer that shows a window of them. */
export async function getLogLines(
  { params: { taskId }, query }: ExtRequestOf<typeof getLogLinesRoute>,
  { db }: Context,
): Promise<ExtReplyOf<typeof getLogLinesRoute>> {
  await checkTask(db, taskId);
  const total = (await readHead(db, taskId))?.lines ?? 0;
  const from = query.from < 0 ? Math.max(0, total + query.from) : Math.min(query.from, total);
  const lines: NumberedLine[] = [];
  let text = 0;
  // What has been written since the lines were counted is not among them.
  const to = Math.min(total, from + Math.min(query.count, mostLines));
  for await (const batch of readLines(db, { taskId, from, to })) {
    for (const line of batch.lines) {
      text += line.text.length;
      if (text > mostText && lines.length > 0) return { total, from, lines: lines.map(shownLine) };
      lines.push(line);
    }
  }
  return { total, from, lines: lines.map(shownLine) };
}
