import { type Master, perMaster } from '#platform/master.ts';
import { ThreadCalls } from '#platform/threads/thread-calls.ts';
import type { ColumnCalls } from './column-thread.ts';

/** The thread that has a master's packed columns in memory. */
export const columnThread = perMaster((master: Master) => {
  const thread = new ThreadCalls<ColumnCalls>(new URL('./column-thread.ts', import.meta.url), { megabytes: 1_024 });
  master.onStop(() => thread.stop());
  return thread;
});
