import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from './connect.ts';
import { sqlState } from './transaction.ts';

export interface RecoveryOptions {
  /** A database that somebody brings back whatever happens to it: any loss is waited out, not only its own recovery. */
  supervised: boolean;
  signal: AbortSignal;
  note: (message: string) => void;
}

/** Runs work that may be run again: for as long as it takes the database to come back. */
export type UntilDatabase = <T>(work: () => Promise<T>) => Promise<T>;

const pauseMs = 250;
const wordsEveryMs = 15_000;

/**
 * For the steps of a start. A database that starts or recovers answers so, and takes as long as it takes; one that nobody
 * answers for is waited for only where it is supervised. What cannot be waited out is thrown as it comes.
 */
export function whileRecovering({ supervised, signal, note }: RecoveryOptions): UntilDatabase {
  return async (work) => {
    const from = performance.now();
    let told = Number.NEGATIVE_INFINITY;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!(supervised ? isTransient(error) : recovers(error))) throw error;
        const now = performance.now();
        if (now - told >= wordsEveryMs) {
          told = now;
          note(`the database is waited for, ${Math.round((now - from) / 1000)} s so far: ${(error as Error).message}`);
        }
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
}

/** It is there and says that it starts or recovers. */
function recovers(error: unknown): boolean {
  return sqlState(error) === '57P03' || (error instanceof Error && error.cause !== undefined && recovers(error.cause));
}
