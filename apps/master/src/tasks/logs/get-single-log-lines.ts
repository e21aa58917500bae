import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getSingleLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import type { NumberedLine } from './log-line.ts';
import { readLines } from './read-lines.ts';
import { shownLine } from './shown-line.ts';
import { checkTask } from './stream-task-logs.ts';

/** Lines so near to each other are read in one go: as many as a chunk has. */
const near = 1_000;
/** Text of an answer; lines beyond it are asked for again. */
const mostText = 8 * 1024 * 1024;

/** Lines of a task by their numbers, for a viewer that shows those alone that pass a filter. */
export async function getSingleLogLines(
  { params: { taskId }, query }: ExtRequestOf<typeof getSingleLogLinesRoute>,
  { db, signal }: Context,
): Promise<ExtReplyOf<typeof getSingleLogLinesRoute>> {
  await checkTask(db, taskId);
  const wanted = [...new Set(query.numbers.split(',').map(Number))].sort((a, b) => a - b);
  const lines: NumberedLine[] = [];
  let text = 0;
  for (const group of groups(wanted)) {
    const [from = 0, last = 0] = [group[0], group.at(-1)];
    const numbers = new Set(group);
    for await (const batch of readLines(db, { taskId, from, to: last + 1, signal }))
      for (const line of batch.lines) {
        if (!numbers.has(line.n)) continue;
        text += line.text.length;
        if (text > mostText && lines.length > 0) return { lines: lines.map(shownLine) };
        lines.push(line);
      }
  }
  return { lines: lines.map(shownLine) };
}

function groups(numbers: readonly number[]): number[][] {
  const all: number[][] = [];
  for (const n of numbers) {
    const group = all.at(-1);
    if (group && n - (group[0] ?? 0) < near) group.push(n);
    else all.push([n]);
  }
  return all;
}
