import { pause } from './pause.ts';

/** Time as an argument, so that engines can be tested by simulation, and what runs by itself without waiting for it. */
export interface Clock {
  now(): Date;
  /** Waits so many milliseconds, at most until the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date(), sleep: pause };
