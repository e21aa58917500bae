import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';

/** What a reading thread is asked, and what it answers: the value, or why the text is refused. */
export type ReadWork = { kind: 'json'; bytes: Uint8Array } | { kind: 'yaml'; text: string };
export type ReadAnswer = { value: unknown } | { refused: string };

/** A thread is kept so long for the next text. */
const idleMs = 10_000;
/** A text that takes longer is refused. The limits on what a text may hold end it long before. */
const longestMs = 30_000;
const queue = new FairQueue({ atOnce: 2, waitingEach: 32 });
const idle = new Map<Worker, NodeJS.Timeout>();

/**
 * Reads a text on another thread, so that others are answered meanwhile.
 * @param by whose text it is: callers take turns. Throws ResourceExhausted where too many of his wait.
 */
export function readElsewhere(by: string, work: ReadWork): Promise<ReadAnswer> {
  return queue.run(by, () => readOn(takeThread(), work));
}

function readOn(thread: Worker, work: ReadWork): Promise<ReadAnswer> {
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
  const listeners = {
    message: (answer: ReadAnswer) => finish(answer, true),
    // Out of memory, where not even the answer could be made.
    error: () => finish({ refused: 'the text takes too much memory to read' }, false),
    exit: () => finish({ refused: 'the text could not be read' }, false),
  };
  const timer = setTimeout(() => finish({ refused: 'the text takes too long to read' }, false), longestMs);
  const finish = (answer: ReadAnswer, isWell: boolean) => {
    clearTimeout(timer);
    for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
    if (isWell) putAside(thread);
    else void thread.terminate();
    resolve(answer);
  };
  for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
  thread.postMessage(work);
  return promise;
}

function takeThread(): Worker {
  for (const [thread, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thread);
    thread.ref();
    return thread;
  }
  const resourceLimits = { maxOldGenerationSizeMb: 1_024 };
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits });
  // An error nobody listens to would end the process.
  return thread.on('error', () => {});
}

function putAside(thread: Worker): void {
  // It must not keep a process alive that has nothing else to do.
  thread.unref();
  const timer = setTimeout(() => {
    idle.delete(thread);
    void thread.terminate();
  }, idleMs);
  idle.set(thread, timer.unref());
}
