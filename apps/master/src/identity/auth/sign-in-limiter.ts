import { createHash } from 'node:crypto';
import { resourceExhausted } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';

interface Settings {
  /** Failures of an account, and from an address, from which on each further try waits. */
  failures: number;
  addressFailures: number;
  windowSeconds: number;
  maxDelaySeconds: number;
}

/** What failures are counted for. */
interface Counter {
  key: Buffer;
  limit: number;
}

/** Tries of this master: one object a key as long as anybody tries. */
interface Tries {
  /** Who tries or waits for his turn. */
  asking: number;
  running: number;
  /** Counts those that have ended: what was read of the database before is old then. */
  ended: number;
  wake: (() => void)[];
}

/** A place that was not used for so long is one like any other. */
const placeDays = 90;

/**
 * Slows guessing: from the tenth failure of an account within five minutes, and from the fiftieth from an address, each
 * further try has to wait, twice as long every time up to a minute. Nobody is locked out for good; a success forgets
 * the account's failures, and from where an account has been used before, the failures of others do not count. What is
 * counted stands in the database, so that it is the same on every master.
 */
export class SignInLimiter {
  private readonly tries = new Map<string, Tries>();
  private readonly db: Db;
  private readonly clock: Clock;
  private readonly settings: Settings;

  constructor(db: Db, clock: Clock, settings: Settings) {
    this.db = db;
    this.clock = clock;
    this.settings = settings;
  }

  /** What `check` answers, undefined being a failure. Refuses without asking it when account or address has to wait. */
  async attempt<T>(account: string, address: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const place = keyOf('place', address, account);
    const { failures, addressFailures } = this.settings;
    const counters = (await this.isKnown(place))
      ? [{ key: place, limit: failures }]
      : [
          { key: keyOf('account', account), limit: failures },
          { key: keyOf('address', address), limit: addressFailures },
        ];
    const all = counters.map(({ key }) => this.triesOf(key));
    for (const tries of all) tries.asking++;
    try {
      await this.turn(counters, all);
      try {
        const found = await check();
        if (found === undefined) await this.failed(counters);
        else await this.succeeded(counters[0]?.key ?? place, place);
        return found;
      } finally {
        for (const tries of all) {
          tries.running--;
          tries.ended++;
          for (const wake of tries.wake.splice(0)) wake();
        }
      }
    } finally {
      for (const [i, { key }] of counters.entries()) {
        const tries = all[i];
        if (tries && --tries.asking === 0) this.tries.delete(nameOf(key));
      }
    }
  }

  private triesOf(key: Buffer): Tries {
    const tries = this.tries.get(nameOf(key)) ?? { asking: 0, running: 0, ended: 0, wake: [] };
    this.tries.set(nameOf(key), tries);
    return tries;
  }

  /** Tries at the same time may not be more than the failures that are left: the others wait for how those end. */
  private async turn(counters: readonly Counter[], all: readonly Tries[]): Promise<void> {
    for (;;) {
      const ended = all.map((tries) => tries.ended);
      const counts = await this.failuresOf(counters);
      if (all.some((tries, i) => tries.ended !== ended[i])) continue;
      const full = all.find(({ running }, i) => running > 0 && (counts[i] ?? 0) + running >= (counters[i]?.limit ?? 0));
      if (!full) break;
      await new Promise<void>((resolve) => full.wake.push(resolve));
    }
    for (const tries of all) tries.running++;
  }

  /** How many count of each; throws where one has to wait. */
  private async failuresOf(counters: readonly Counter[]): Promise<number[]> {
    const now = this.clock.now().getTime();
    const since = new Date(now - this.settings.windowSeconds * 1000).toISOString();
    const counts: number[] = [];
    for (const { key, limit } of counters) {
      const { failures, last } = await this.db
        .selectFrom('sign_in_failures')
        .select([sql<number>`count(*)::int`.as('failures'), sql<string | null>`max(failed_at)`.as('last')])
        .where('key', '=', key)
        .where('failed_at', '>', since)
        .executeTakeFirstOrThrow();
      const over = failures - limit;
      const delay = over < 0 ? 0 : Math.min(2 ** over, this.settings.maxDelaySeconds);
      const wait = Math.ceil(((last === null ? 0 : Date.parse(last)) + delay * 1000 - now) / 1000);
      if (over >= 0 && wait > 0) throw resourceExhausted(`too many failed sign-ins; try again in ${wait} s`);
      counts.push(failures);
    }
    return counts;
  }

  private async failed(counters: readonly Counter[]): Promise<void> {
    const now = this.clock.now().getTime();
    const failed_at = new Date(now).toISOString();
    const forgotten = new Date(now - this.settings.windowSeconds * 1000).toISOString();
    await this.db.deleteFrom('sign_in_failures').where('failed_at', '<=', forgotten).execute();
    await this.db
      .insertInto('sign_in_failures')
      .values(counters.map(({ key }) => ({ key, failed_at })))
      .execute();
  }

  private async succeeded(counter: Buffer, place: Buffer): Promise<void> {
    const used_at = this.clock.now().toISOString();
    await this.db.deleteFrom('sign_in_failures').where('key', '=', counter).execute();
    await this.db
      .insertInto('sign_in_places')
      .values({ key: place, used_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_at }))
      .execute();
    const old = new Date(Date.parse(used_at) - placeDays * 86_400_000).toISOString();
    await this.db.deleteFrom('sign_in_places').where('used_at', '<', old).execute();
  }

  private async isKnown(place: Buffer): Promise<boolean> {
    const row = await this.db
      .selectFrom('sign_in_places')
      .select('used_at')
      .where('key', '=', place)
      .executeTakeFirst();
    return row !== undefined;
  }
}

const nameOf = (key: Buffer): string => key.toString('base64');

/** Names may be as long as a body, and be passwords by mistake. */
function keyOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
