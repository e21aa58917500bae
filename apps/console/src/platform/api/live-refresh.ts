import type { Entity } from '@determined/contract/entities.ts';
import type { Change } from '@determined/contract/staleness.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isStale } from './query-client.ts';

/** What comes without end while something trains. */
const streamed: readonly Entity[] = ['metric', 'progress', 'log'];

/** However much happens, a page asks for so many answers a minute in the long run: each gets its turn. */
export const paceMs = 2_200;
/** A change of state is shown at once, also when the turn is not there yet: so many answers ahead of it at most. */
const aheadMs = 12 * paceMs;
/** So much of it is left to them by what streams: with less left it has every second turn only. */
const leftMs = aheadMs / 2;

/**
 * Asks again for what is on the screen and has changed elsewhere. What streams waits for its turn, one answer every
 * `paceMs`; the rest comes at once, and as soon as there are not too many. Off the screen, answers are only marked as stale.
 */
export class LiveRefresh {
  private readonly client: QueryClient;
  /** Stale by a change of state, and by what streams alone. */
  private readonly moved = new Map<string, Query>();
  private readonly due = new Map<string, Query>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next answer has its turn; later than that for each that was asked for ahead of its turn. */
  private nextAt = 0;
  /** Since when something of `due` waits and none of it was asked for. */
  private dueSince = 0;

  constructor(client: QueryClient) {
    this.client = client;
  }

  heard(changes: readonly Change[]): void {
    const states = changes.filter(({ entity }) => !streamed.includes(entity));
    if (this.due.size === 0) this.dueSince = Date.now();
    for (const query of this.client.getQueryCache().getAll()) {
      if (!isStale(query, changes)) continue;
      if (!query.isActive()) query.invalidate();
      else if (!isStale(query, states)) this.due.set(query.queryHash, query);
      else if (this.untilTurn(aheadMs) <= 0) this.ask(query);
      else this.moved.set(query.queryHash, query);
    }
    this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.moved.clear();
    this.due.clear();
  }

  private ask(query: Query): void {
    this.nextAt = Math.max(this.nextAt, Date.now()) + paceMs;
    this.moved.delete(query.queryHash);
    this.due.delete(query.queryHash);
    void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }

  /** In ms; 0 or less when it is there. `ahead` of it by so much. */
  private untilTurn(ahead = 0): number {
    return this.nextAt - ahead - Date.now();
  }

  /** The same, of what streams. */
  private untilDue(): number {
    const inTurn = Math.max(this.dueSince + paceMs, this.nextAt - leftMs);
    return Math.min(this.nextAt, inTurn, this.dueSince + 2 * paceMs) - Date.now();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const turns: number[] = [];
    if (this.moved.size > 0) turns.push(this.untilTurn(aheadMs));
    if (this.due.size > 0) turns.push(this.untilDue());
    if (turns.length === 0) return;
    this.timer = setTimeout(
      () => {
        const asked = this.untilTurn(aheadMs) <= 0 && this.askNext(this.moved);
        if (!asked && this.untilDue() <= 0 && this.askNext(this.due)) this.dueSince = Date.now();
        this.wait();
      },
      Math.max(0, Math.min(...turns)),
    );
  }

  /** Whether one was asked for. */
  private askNext(waiting: Map<string, Query>): boolean {
    for (const query of waiting.values()) {
      waiting.delete(query.queryHash);
      if (query.isActive()) {
        this.ask(query);
        return true;
      }
      query.invalidate();
    }
    return false;
  }
}
