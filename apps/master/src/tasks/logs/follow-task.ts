import type { Context } from '#platform/http/context.ts';
import { pause } from '#platform/pause.ts';
import { linesAppended } from './shared/log-events.ts';

/** A follower's stream ends so long after its task: the last lines may come late (facts: trial runtime 20.3). */
const graceMs = 5_000;
/** Changes of which no word came, such as another master's, are seen by looking again this often. */
const lookAgainMs = 5_000;
/** Lines that come at short intervals are told together. */
const gatherMs = 100;

/**
 * Turns until the task is over, the caller gone or the master stopping: one at the start, one after each change of its
 * log, the last one after the grace. Between turns nothing is asked of the database.
 */
export async function* taskTurns(ctx: Context, taskId: string): AsyncGenerator<void> {
  const { bus, clock } = ctx.master;
  let changed = false;
  let wake = () => {};
  // The end of a task is a change of its log as well: the master says why in its last line.
  const unsubscribe = bus.subscribe(linesAppended, (event) => {
    if (event.taskId !== taskId) return;
    changed = true;
    wake();
  });
  const onAbort = () => wake();
  ctx.signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      // Read before the turn: lines that come after the end give one more turn.
      const endTime = await endOf(ctx, taskId);
      const left = endTime === undefined ? undefined : Date.parse(endTime) + graceMs - clock.now().getTime();
      changed = false;
      yield;
      if (ctx.signal.aborted || (left !== undefined && left <= 0)) return;
      if (changed) {
        await pause(gatherMs, ctx.signal);
        continue;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left ?? lookAgainMs, lookAgainMs));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = () => {};
      if (ctx.signal.aborted) return;
    }
  } finally {
    unsubscribe();
    ctx.signal.removeEventListener('abort', onAbort);
  }
}

/** When the task ended, or undefined; a task that was deleted meanwhile ended long ago. */
async function endOf(ctx: Context, taskId: string): Promise<string | undefined> {
  const task = await ctx.db.selectFrom('tasks').select('end_time').where('id', '=', taskId).executeTakeFirst();
  if (!task) return new Date(0).toISOString();
  return task.end_time ?? undefined;
}
