import type { Clock } from '@determined/master/platform/clock.ts';

interface Sleeper {
  until: number;
  wake: () => void;
}

/** The real time until it is put forward by hand; then whoever sleeps until a moment that has passed wakes. */
export class HandClock implements Clock {
  private ahead = 0;
  private readonly sleepers = new Set<Sleeper>();

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = { until: this.now().getTime() + ms, wake: () => finish() };
      const finish = () => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', finish);
      this.sleepers.add(sleeper);
    });
  }

  advance(ms: number): void {
    this.ahead += ms;
    const now = this.now().getTime();
    for (const sleeper of [...this.sleepers]) if (sleeper.until <= now) sleeper.wake();
  }
}
