import { resourceExhausted } from '@determined/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';

interface Tries {
  /** When the failures that still count were. */
  failures: number[];
  blockedUntil: number;
  running: number;
  /** Wakes those who wait for how the running ones end. */
  wake: (() => void)[];
}

/** Kept at most, of accounts with failures and of places that accounts were used from; the longest unused goes first. */
const mostKept = 10_000;
/** Names may be as long as a body. */
const longestKey = 300;

/**
 * Slows guessing: from the tenth failure of an account within five minutes each further try has to wait, twice as
 * long every time up to a minute. Nobody is locked out for good; a success forgets the failures, and from
 * where an account has been used before, the failures of others do not count.
 */
export class SignInLimiter {
  private readonly tries = new Map<string, Tries>();
  private readonly usedFrom = new Map<string, true>();
  private readonly clock: Pick<Clock, 'now'>;
  private readonly settings: { failures: number; windowSeconds: number; maxDelaySeconds: number };

  constructor(clock: Pick<Clock, 'now'>, settings = { failures: 10, windowSeconds: 300, maxDelaySeconds: 60 }) {
    this.clock = clock;
    this.settings = settings;
  }

  /** What `check` answers, undefined being a failure. Refuses without asking it when the account has to wait. */
  async attempt<T>(account: string, address: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const place = `${address}\n${account}`.slice(0, longestKey);
    const key = this.usedFrom.has(place) ? place : `\n${account}`.slice(0, longestKey);
    const tries = this.tries.get(key) ?? { failures: [], blockedUntil: 0, running: 0, wake: [] };
    this.tries.set(key, tries);
    await this.turn(tries);
    try {
      const found = await check();
      if (found === undefined) this.failed(key, tries);
      else {
        tries.failures = [];
        keep(this.usedFrom, place, true);
      }
      return found;
    } finally {
      tries.running--;
      for (const wake of tries.wake.splice(0)) wake();
      if (tries.failures.length === 0 && tries.running === 0) this.tries.delete(key);
    }
  }

  /** Tries at the same time may not be more than the failures that are left: the others wait for how those end. */
  private async turn(tries: Tries): Promise<void> {
    for (;;) {
      const now = this.clock.now().getTime();
      const wait = Math.ceil((tries.blockedUntil - now) / 1000);
      if (wait > 0) throw resourceExhausted(`too many failed sign-ins; try again in ${wait} s`);
      tries.failures = tries.failures.filter((time) => time > now - this.settings.windowSeconds * 1000);
      if (tries.running === 0 || tries.failures.length + tries.running < this.settings.failures) break;
      await new Promise<void>((resolve) => tries.wake.push(resolve));
    }
    tries.running++;
  }

  private failed(key: string, tries: Tries): void {
    const now = this.clock.now().getTime();
    tries.failures.push(now);
    const over = tries.failures.length - this.settings.failures;
    if (over >= 0) tries.blockedUntil = now + Math.min(2 ** over, this.settings.maxDelaySeconds) * 1000;
    keep(this.tries, key, tries);
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest);
}
