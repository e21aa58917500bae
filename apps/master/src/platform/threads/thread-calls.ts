import { type MessagePort, Worker } from 'node:worker_threads';
import { textOfError } from '@determined/contract/errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: any functions whose arguments and results can be handed to another thread
type Calls = Record<string, (...args: any[]) => unknown>;
type Request = { id: number; name: string; args: unknown[] };
type Answer = { id: number } & ({ value: unknown } | { failed: string });

/** In the thread: answers what `ThreadCalls` asks, one after the other. */
export function answerCalls(port: MessagePort, calls: Calls): void {
  port.on('message', ({ id, name, args }: Request) => {
    try {
      const answer: Answer = { id, value: calls[name]?.(...args) };
      port.postMessage(answer);
    } catch (error) {
      port.postMessage({ id, failed: textOfError(error) } satisfies Answer);
    }
  });
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A thread that answers calls, started with the first one. Where it dies (out of memory), what it was asked fails, and the
 * next call starts another.
 */
export class ThreadCalls<C extends Calls> {
  private readonly file: URL;
  private readonly megabytes: number;
  private thread: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(file: URL, limits: { megabytes: number }) {
    this.file = file;
    this.megabytes = limits.megabytes;
  }

  async call<Name extends keyof C & string>(name: Name, ...args: Parameters<C[Name]>): Promise<ReturnType<C[Name]>> {
    this.thread ??= this.start();
    const thread = this.thread;
    const id = ++this.last;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    thread.ref();
    thread.postMessage({ id, name, args } satisfies Request);
    // The thread answers with what the function of this name gives.
    return (await answer) as ReturnType<C[Name]>;
  }

  /** What is under way fails; the next call starts another thread. */
  async stop(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }

  private start(): Worker {
    const thread = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: this.megabytes } });
    thread.on('message', (answer: Answer) => {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      // It must not keep a process alive that has nothing else to do.
      if (this.waiting.size === 0) thread.unref();
      if ('failed' in answer) waiting?.reject(new Error(answer.failed));
      else waiting?.resolve(answer.value);
    });
    const gone = (why: string) => {
      // Another one may have taken its place, and with it what waits.
      if (this.thread !== undefined && this.thread !== thread) return;
      this.thread = undefined;
      for (const { reject } of this.waiting.values()) reject(new Error(why));
      this.waiting.clear();
    };
    thread.on('error', (error) => gone(`the thread failed: ${error.message}`));
    thread.on('exit', () => gone('the thread ended'));
    return thread;
  }
}
