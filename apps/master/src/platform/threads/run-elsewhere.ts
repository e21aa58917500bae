import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';
import { Moving } from './moving.ts';

/** What a working thread is asked: the module whose default export does it, by its address, and what that is given. */
export interface Work {
  module: string;
  input: unknown;
}

/** What it answers: the value, or why there is none. */
export type Answer<T = unknown> = { value: T } | { refused: string };

/** A thread is kept so long for the next work. */
const idleMs = 10_000;
/** Work that takes longer is given up. The limits on what a text may hold end it long before. */
const longestMs = 30_000;
const queue = new FairQueue({ atOnce: 2, waitingEach: 32 });
const idle = new Map<Worker, NodeJS.Timeout>();

/**
 * The default export of a module as a function that runs on another thread, so that others are answered meanwhile. What
 * it throws comes back as a refusal. Input and value are copied but for what is `Moving`, and copying keeps others waiting.
 *
 * The function takes `by`, whose work it is: callers take turns. It throws ResourceExhausted where too much of his waits.
 */
export function elsewhere<Do extends (input: never) => unknown>(
  module: URL,
): (by: string, input: Parameters<Do>[0] | Moving<Parameters<Do>[0]>) => Promise<Answer<Given<Do>>> {
  return (by, given) =>
    queue.run(by, () => {
      const { value: input, buffers } = given instanceof Moving ? given : { value: given, buffers: [] };
      // What that module gives back.
      return runOn(takeThread(), { module: module.href, input }, buffers) as Promise<Answer<Given<Do>>>;
    });
}

type Given<Do extends (input: never) => unknown> =
  Awaited<ReturnType<Do>> extends Moving<infer Value> ? Value : Awaited<ReturnType<Do>>;

function runOn(thread: Worker, work: Work, moved: ArrayBuffer[]): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const listeners = {
    message: (answer: Answer) => finish(answer, true),
    // Out of memory, where not even the answer could be made.
    error: () => finish({ refused: 'it takes too much memory to read' }, false),
    exit: () => finish({ refused: 'it could not be read' }, false),
  };
  const timer = setTimeout(() => finish({ refused: 'it takes too long to read' }, false), longestMs);
  const finish = (answer: Answer, isWell: boolean) => {
    clearTimeout(timer);
    for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
    if (isWell) putAside(thread);
    else void thread.terminate();
    resolve(answer);
  };
  for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
  thread.postMessage(work, moved);
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
  const thread = new Worker(new URL('./working-thread.ts', import.meta.url), { resourceLimits });
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
