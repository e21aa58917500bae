import { parentPort } from 'node:worker_threads';
import { answerCalls } from '#platform/threads/thread-calls.ts';
import { ColumnStore } from './column-store.ts';

/** What the thread can be asked. */
const store = new ColumnStore();
const calls = {
  page: store.page.bind(store),
  ids: store.ids.bind(store),
  values: store.values.bind(store),
  counts: store.counts.bind(store),
  moves: store.moves.bind(store),
};
export type ColumnCalls = typeof calls;

if (parentPort) answerCalls(parentPort, calls);
