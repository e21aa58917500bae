import { type Clock, systemClock } from '@determined/master/platform/clock.ts';

const hourMs = 3_600_000;

/** A clock that is moved by hand, never back and never past the real one, so that a scenario has a past. */
export class PaperClock implements Clock {
  private time: number;
  private caughtUp = false;

  constructor(hoursAgo: number) {
    this.time = Date.now() - hoursAgo * hourMs;
  }

  now(): Date {
    return new Date(this.caughtUp ? Date.now() : this.time);
  }

  /** Nobody waits on paper. */
  sleep = systemClock.sleep;

  goTo(hoursAgo: number): void {
    this.time = Math.max(this.time, Date.now() - hoursAgo * hourMs);
  }

  advance(seconds: number): void {
    this.time = Math.min(this.time + seconds * 1000, Date.now());
  }

  /** From here on it is the real one. */
  catchUp(): void {
    this.caughtUp = true;
  }
}
