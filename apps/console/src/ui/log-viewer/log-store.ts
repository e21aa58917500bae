import { behindFrame } from './behind-frame.ts';
import { likeness } from './find-folds.ts';
import type { LogLine, LogRange, ReadLog, ReadSingle } from './log-source.ts';

/** Lines read at a time, and the unit in which they are kept. */
export const CHUNK = 500;

/** Lines of a longer log's end that are read in one go rather than left out. */
const MOST_AT_END = 2 * CHUNK;

/** Single lines asked for in one call. */
const MOST_SINGLE = 200;

/** Lines looked at in one task: on a slow machine more would keep the reader waiting. */
const PORTION = 100;

/** Chunks kept in memory: 30,000 lines, three screens of rows that stand for two hundred each. More make each collection of garbage longer. */
const KEPT_CHUNKS = 60;

export interface LogSnapshot {
  /** Undefined until the first answer. */
  total: number | undefined;
  /** The oldest line that there was when the reading began. */
  first: number;
  error: Error | undefined;
  /** Counts up with every change. */
  version: number;
}

/**
 * The lines of one log that have been read, by number. Chunks in view are read when asked for; a growing log is read from its known end.
 * Listeners hear of changes at most once a frame, however fast the lines come.
 */
export class LogStore {
  private readonly read: ReadLog;
  private readonly readSingle: ReadSingle | undefined;
  /** Single lines that are being read. */
  private readonly asked = new Set<number>();
  private readonly nextFrame: (callback: () => void) => void;
  private readonly chunks = new Map<number, (LogLine | undefined)[]>();
  private readonly pending = new Map<number, Promise<void>>();
  private readonly listeners = new Set<() => void>();
  private abort = new AbortController();
  private snapshot: LogSnapshot = { total: undefined, first: 0, error: undefined, version: 0 };
  private announced = false;
  private tailing: Promise<void> | undefined;
  private tailAgain = false;

  constructor(read: ReadLog, nextFrame: (callback: () => void) => void = behindFrame, readSingle?: ReadSingle) {
    this.read = read;
    this.readSingle = readSingle;
    this.nextFrame = nextFrame;
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = () => this.snapshot;

  line(n: number): LogLine | undefined {
    return this.chunks.get(Math.floor(n / CHUNK))?.[n % CHUNK];
  }

  /** Reads what is missing between two lines. */
  need(first: number, last: number) {
    const { total } = this.snapshot;
    if (total === undefined || total === 0) return;
    const to = Math.min(last, total - 1);
    for (let chunk = Math.floor(Math.max(0, first) / CHUNK); chunk * CHUNK <= to; chunk++) {
      const end = Math.min((chunk + 1) * CHUNK, total);
      const missing = firstMissing(this.touch(chunk), end - chunk * CHUNK);
      if (missing === undefined || this.pending.has(chunk)) continue;
      const from = chunk * CHUNK + missing;
      const reading = this.attempt(async (signal) => {
        const range = await this.read({ from, count: end - from, signal });
        await this.keep(range, goneLines(numbersFrom(from, Math.min(range.from, end))));
      }).finally(() => this.pending.delete(chunk));
      this.pending.set(chunk, reading);
    }
  }

  /** Reads what is missing of lines that need not stand beside each other. */
  needLines(numbers: readonly number[]) {
    for (const n of numbers) this.touch(Math.floor(n / CHUNK));
    const missing = numbers.filter((n) => !this.line(n) && !this.asked.has(n));
    const first = missing[0];
    const last = missing.at(-1);
    if (first === undefined || last === undefined) return;
    // Neighbours come by range.
    if (!this.readSingle || last - first < 2 * missing.length) return this.need(first, last);
    for (let at = 0; at < missing.length; at += MOST_SINGLE) {
      const part = missing.slice(at, at + MOST_SINGLE);
      for (const n of part) this.asked.add(n);
      void this.attempt(async (signal) => {
        const lines = (await this.readSingle?.({ numbers: part, signal })) ?? [];
        // Of very long lines the later ones are asked for again.
        const oldest = lines[0]?.n ?? Number.POSITIVE_INFINITY;
        await this.keep({ total: 0, from: 0, lines }, goneLines(part.filter((n) => n < oldest)));
      }).finally(() => {
        for (const n of part) this.asked.delete(n);
      });
    }
  }

  /** Reads what came after the known end, at first the last lines. One read at a time; what is asked for meanwhile follows it. */
  tail(): Promise<void> {
    if (this.tailing) {
      this.tailAgain = true;
      return this.tailing;
    }
    const { signal: opened } = this.abort;
    this.tailing = this.attempt((signal) => this.readEnd(signal)).then(() => {
      this.tailing = undefined;
      if (!this.tailAgain || opened.aborted) return;
      this.tailAgain = false;
      return this.tail();
    });
    return this.tailing;
  }

  /** Reads may go out from here on; returns the way to end them. */
  open(): () => void {
    this.abort = new AbortController();
    return () => this.abort.abort();
  }

  private async readEnd(signal: AbortSignal) {
    const { total } = this.snapshot;
    const range = await this.read({ from: total ?? -CHUNK, count: CHUNK, signal });
    const behind = range.from + range.lines.length;
    const more = range.total - behind;
    // A log that has grown by more is told of once its end is there: who follows it sees no gap.
    const rest = more > MOST_AT_END ? { from: -CHUNK, count: CHUNK } : { from: behind, count: more };
    await this.keep(range, ...(more > 0 ? [await this.read({ ...rest, signal })] : []));
  }

  private async attempt(reading: (signal: AbortSignal) => Promise<void>) {
    const { signal } = this.abort;
    try {
      await reading(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.change({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  private async keep(...ranges: LogRange[]) {
    const lines = ranges.flatMap((range) => range.lines);
    for (let at = 0; at < lines.length; at += PORTION) {
      if (at > 0) await new Promise((done) => setTimeout(done));
      // Remembered: a screen of folded rows stands for thousands of lines, which would be looked at in one task.
      for (const line of lines.slice(at, at + PORTION)) likeness(line);
    }
    for (const line of lines) {
      const number = Math.floor(line.n / CHUNK);
      const chunk = this.touch(number) ?? new Array<LogLine | undefined>(CHUNK);
      this.chunks.set(number, chunk);
      chunk[line.n % CHUNK] = line;
    }
    this.forget();
    const { total, first } = this.snapshot;
    this.change({
      total: Math.max(total ?? 0, ...ranges.map((range) => range.total)),
      first: total === undefined ? (ranges[0]?.first ?? 0) : first,
      error: undefined,
    });
  }

  /** The chunk, as the one used last: a map keeps the order in which it was filled. */
  private touch(number: number) {
    const chunk = this.chunks.get(number);
    if (chunk) {
      this.chunks.delete(number);
      this.chunks.set(number, chunk);
    }
    return chunk;
  }

  /** Drops the chunks that have not been in use for longest. */
  private forget() {
    for (const number of this.chunks.keys()) {
      if (this.chunks.size <= KEPT_CHUNKS) return;
      this.chunks.delete(number);
    }
  }

  private change(next: Partial<LogSnapshot>) {
    this.snapshot = { ...this.snapshot, ...next, version: this.snapshot.version + 1 };
    if (this.announced) return;
    this.announced = true;
    this.nextFrame(() => {
      this.announced = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/** What stands for lines that went before they were read: a log keeps so many, or is deleted. */
const goneLines = (numbers: readonly number[]): LogRange => ({
  total: 0,
  from: 0,
  lines: numbers.map((n) => ({ n, time: null, level: '', rank: null, source: '', text: 'No longer kept' })),
});

const numbersFrom = (from: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, i) => from + i);

function firstMissing(chunk: (LogLine | undefined)[] | undefined, length: number): number | undefined {
  if (!chunk) return 0;
  for (let i = 0; i < length; i++) if (chunk[i] === undefined) return i;
  return undefined;
}
