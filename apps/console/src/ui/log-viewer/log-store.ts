import type { LogLine, LogRange, ReadLog } from './log-source.ts';

/** Lines read at a time, and the unit in which they are kept. */
export const CHUNK = 500;

/** Chunks kept in memory: 100,000 lines. */
const KEPT_CHUNKS = 200;

export interface LogSnapshot {
  /** Undefined until the first answer. */
  total: number | undefined;
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
  private readonly nextFrame: (callback: () => void) => void;
  private readonly chunks = new Map<number, (LogLine | undefined)[]>();
  private readonly pending = new Map<number, Promise<void>>();
  private readonly listeners = new Set<() => void>();
  private abort = new AbortController();
  private snapshot: LogSnapshot = { total: undefined, error: undefined, version: 0 };
  private announced = false;
  private tailing: Promise<void> | undefined;
  private tailAgain = false;

  constructor(read: ReadLog, nextFrame: (callback: () => void) => void = (f) => requestAnimationFrame(f)) {
    this.read = read;
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
      const missing = firstMissing(this.chunks.get(chunk), end - chunk * CHUNK);
      if (missing === undefined || this.pending.has(chunk)) continue;
      const from = chunk * CHUNK + missing;
      const reading = this.attempt(async (signal) => {
        this.keep(await this.read({ from, count: end - from, signal }));
      }).finally(() => this.pending.delete(chunk));
      this.pending.set(chunk, reading);
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
    // A log that has grown by more is told of once its end is there: who follows it sees no gap.
    const more = range.total > range.from + range.lines.length;
    this.keep(range, ...(more ? [await this.read({ from: -CHUNK, count: CHUNK, signal })] : []));
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

  private keep(...ranges: LogRange[]) {
    for (const line of ranges.flatMap(({ lines }) => lines)) {
      const number = Math.floor(line.n / CHUNK);
      let chunk = this.chunks.get(number);
      if (!chunk) {
        chunk = new Array<LogLine | undefined>(CHUNK);
        this.chunks.set(number, chunk);
        this.forget(number);
      }
      chunk[line.n % CHUNK] = line;
    }
    this.change({ total: Math.max(this.snapshot.total ?? 0, ...ranges.map(({ total }) => total)), error: undefined });
  }

  /** Drops the chunk farthest from the newest one read. */
  private forget(near: number) {
    if (this.chunks.size <= KEPT_CHUNKS) return;
    let farthest = near;
    for (const number of this.chunks.keys()) {
      if (Math.abs(number - near) > Math.abs(farthest - near)) farthest = number;
    }
    this.chunks.delete(farthest);
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

function firstMissing(chunk: (LogLine | undefined)[] | undefined, length: number): number | undefined {
  if (!chunk) return 0;
  for (let i = 0; i < length; i++) if (chunk[i] === undefined) return i;
  return undefined;
}
