import type { Clock } from '#platform/clock.ts';

/**
 * Slows guessing: from the tenth failure of an account within five minutes each further try has to wait, twice as
 * long every time up to a minute (decision 20). Nobody is locked out for good; a success forgets the failures.
 */
export class SignInLimiter {
  private readonly failures = new Map<string, { times: number[]; blockedUntil: number }>();
  private readonly clock: Clock;
  private readonly settings: { failures: number; windowSeconds: number; maxDelaySeconds: number };

  constructor(clock: Clock, settings = { failures: 10, windowSeconds: 300, maxDelaySeconds: 60 }) {
    this.clock = clock;
    this.settings = settings;
  }

  /** Seconds to wait before the next try of this account; 0 = now. */
  waitSeconds(account: string): number {
    const known = this.failures.get(account);
    if (!known) return 0;
    return Math.max(0, Math.ceil((known.blockedUntil - this.clock.now().getTime()) / 1000));
  }

  failed(account: string): void {
    const now = this.clock.now().getTime();
    this.forgetOld(now);
    const known = this.failures.get(account) ?? { times: [], blockedUntil: 0 };
    known.times = [...known.times.filter((time) => time > now - this.settings.windowSeconds * 1000), now];
    const over = known.times.length - this.settings.failures;
    if (over >= 0) known.blockedUntil = now + Math.min(2 ** over, this.settings.maxDelaySeconds) * 1000;
    this.failures.set(account, known);
  }

  succeeded(account: string): void {
    this.failures.delete(account);
  }

  private forgetOld(now: number): void {
    if (this.failures.size < 10_000) return;
    for (const [account, known] of this.failures) {
      if ((known.times.at(-1) ?? 0) < now - this.settings.windowSeconds * 1000) this.failures.delete(account);
    }
  }
}
