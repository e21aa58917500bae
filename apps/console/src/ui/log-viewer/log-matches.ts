import { behindFrame } from './behind-frame.ts';
import { lastWhere } from './last-where.ts';
import type { LogRows } from './log-rows.ts';

export interface FoundLines {
  /** How far the search came. */
  at: number;
  /** Nothing is left of the range. */
  done: boolean;
  /** Number of a line and how many follow on it, one stretch after the other in the order of the search. */
  runs: number[];
}

/** Looks for lines in a range, for some time, and says how far it came. */
export type FindLines = (asked: {
  from: number;
  to?: number;
  newestFirst: boolean;
  limit?: number;
  signal: AbortSignal;
}) => Promise<FoundLines>;

export interface MatchesSnapshot {
  rows: LogRows;
  count: number;
  /** Lines that have been looked at. */
  looked: number;
  /** The search goes on. */
  going: boolean;
  error: Error | undefined;
}

/**
 * The lines of one log that pass a filter, by number: newest first, so that the end of the log is there at once, and what comes later
 * behind them. Ten million of them are some thousand stretches. Listeners hear of changes once a frame.
 */
export class LogMatches {
  private readonly find: FindLines;
  private readonly nextFrame: (callback: () => void) => void;
  /** Lines before it are looked for backwards, those from it on as they come. */
  private readonly split: number;
  private readonly older = new Stretches(-1);
  private readonly newer = new Stretches(1);
  private oldest: number;
  private newest: number;
  private end: number;
  private abort = new AbortController();
  private searching: 'older' | 'newer' | undefined;
  private stopped = false;
  private error: Error | undefined;
  private readonly listeners = new Set<() => void>();
  private announced = false;
  private snapshot: MatchesSnapshot;

  constructor(find: FindLines, total: number, nextFrame: (callback: () => void) => void = behindFrame) {
    this.find = find;
    this.nextFrame = nextFrame;
    this.split = total;
    this.oldest = total;
    this.newest = total;
    this.end = total;
    this.snapshot = this.shot();
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = () => this.snapshot;

  /** Searches go out from here on; returns the way to end them. */
  open(): () => void {
    this.abort = new AbortController();
    void this.search();
    return () => this.abort.abort();
  }

  /** The log has so many lines now. */
  grow(total: number) {
    if (total <= this.end) return;
    this.end = total;
    void this.search();
  }

  /** Leaves what has not been looked at as it is. */
  stop() {
    this.stopped = true;
    this.abort.abort();
    this.abort = new AbortController();
    this.change();
  }

  /** Goes on where it was stopped or failed. */
  goOn() {
    this.stopped = false;
    this.error = undefined;
    void this.search();
  }

  private get next(): 'older' | 'newer' | undefined {
    if (this.error) return undefined;
    if (this.newest < this.end) return 'newer';
    return this.oldest > 0 && !this.stopped ? 'older' : undefined;
  }

  private async search() {
    if (this.searching) return;
    const { signal } = this.abort;
    try {
      for (let side = this.next; side; side = this.next) {
        this.searching = side;
        this.change();
        await this.step(side, signal);
      }
    } catch (error) {
      if (!signal.aborted) this.error = error instanceof Error ? error : new Error(String(error));
    }
    this.searching = undefined;
    this.change();
    // What was stopped meanwhile may have lines behind it; an end opens anew.
    if (signal.aborted && !this.abort.signal.aborted && this.next) void this.search();
  }

  private async step(side: 'older' | 'newer', signal: AbortSignal) {
    const isOlder = side === 'older';
    const range = isOlder ? { from: 0, to: this.oldest } : { from: this.newest, to: this.end };
    const found = await this.find({ ...range, newestFirst: isOlder, signal });
    if (signal.aborted) throw signal.reason;
    (isOlder ? this.older : this.newer).add(found.runs);
    if (isOlder) this.oldest = found.done ? 0 : found.at;
    else this.newest = found.done ? range.to : found.at;
  }

  private shot(): MatchesSnapshot {
    const { split, older, newer, oldest, newest } = this;
    return {
      rows: {
        first: split - older.size,
        end: split + newer.size,
        lineAt: (row) => (row < split ? older.nth(split - 1 - row) : newer.nth(row - split)),
        rowOf: (line) => (line < split ? split - older.countTo(line) : split + newer.countTo(line - 1)),
        knows: (line) => line >= oldest && line < newest,
      },
      count: older.size + newer.size,
      looked: newest - oldest,
      going: this.searching !== undefined,
      error: this.error,
    };
  }

  private change() {
    this.snapshot = this.shot();
    if (this.announced) return;
    this.announced = true;
    this.nextFrame(() => {
      this.announced = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/** Numbers that go one way, in stretches of neighbours; a stretch is named by its least number. */
class Stretches {
  size = 0;
  private readonly step: 1 | -1;
  private readonly starts: number[] = [];
  private readonly counts: number[] = [];
  /** How many numbers stand in the stretches before. */
  private readonly before: number[] = [];

  constructor(step: 1 | -1) {
    this.step = step;
  }

  add(runs: readonly number[]) {
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const count = runs[i + 1] ?? 0;
      this.starts.push(runs[i] ?? 0);
      this.counts.push(count);
      this.before.push(this.size);
      this.size += count;
    }
  }

  nth(i: number): number {
    const run = lastWhere(this.before.length, (at) => (this.before[at] ?? 0) <= i);
    const within = i - (this.before[run] ?? 0);
    const start = this.starts[run] ?? 0;
    return this.step > 0 ? start + within : start + (this.counts[run] ?? 0) - 1 - within;
  }

  /** How many numbers stand up to this one, itself included. */
  countTo(number: number): number {
    const reaches = (run: number) =>
      this.step > 0 ? (this.starts[run] ?? 0) <= number : (this.starts[run] ?? 0) + (this.counts[run] ?? 0) > number;
    const run = lastWhere(this.starts.length, reaches);
    if (run < 0) return 0;
    const start = this.starts[run] ?? 0;
    const count = this.counts[run] ?? 0;
    const within = this.step > 0 ? number - start + 1 : start + count - number;
    return (this.before[run] ?? 0) + Math.min(count, within);
  }
}
