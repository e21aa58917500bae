import type { Context } from '#platform/http/context.ts';
import { taskTurns } from '../follow-task.ts';
import type { NumberedLine } from '../log-line.ts';
import { readHead } from '../log-store.ts';
import { readLines } from '../read-lines.ts';
import type { LogFilter } from './log-filter.ts';

export interface ReadOptions {
  filter: LogFilter | undefined;
  descending: boolean;
  /** Infinity for all. */
  limit: number;
}

export interface ShownLine extends NumberedLine {
  /** Upper half of the line's id. */
  ordinal: number;
}

/** The lines of some tasks that are there now, one task after another, in this order or all backwards. */
export async function* readTasks(
  ctx: Context,
  taskIds: readonly string[],
  options: ReadOptions,
): AsyncGenerator<ShownLine> {
  let left = options.limit;
  for (const taskId of options.descending ? taskIds.toReversed() : taskIds) {
    const head = await readHead(ctx.db, taskId);
    if (!head) continue;
    const { filter, descending } = options;
    const range = { taskId, from: 0, to: head.lines, descending, filter, signal: ctx.signal };
    for await (const { lines } of readLines(ctx.db, range)) {
      if (ctx.signal.aborted) return;
      for (const line of lines) {
        if (left-- <= 0) return;
        yield { ...line, ordinal: head.ordinal };
      }
    }
    if (left <= 0) return;
  }
}

/** The lines of a task, and those that come until it is over. */
export async function* followTask(
  ctx: Context,
  taskId: string,
  filter: LogFilter | undefined,
): AsyncGenerator<ShownLine> {
  let from = 0;
  for await (const _turn of taskTurns(ctx, taskId)) {
    const head = await readHead(ctx.db, taskId);
    if (!head) continue;
    for await (const { lines, at } of readLines(ctx.db, { taskId, from, to: head.lines, filter, signal: ctx.signal })) {
      from = at;
      if (ctx.signal.aborted) return;
      for (const line of lines) yield { ...line, ordinal: head.ordinal };
    }
  }
}
