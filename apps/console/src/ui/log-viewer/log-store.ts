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
      const reading = this.fetch(from, end - from).finally(() => this.pending.delete(chunk));
      this.pending.set(chunk, reading);
    }
  }

  /** Reads what came after the known end, at first the last lines; one read at a time. */
  tail(): Promise<void> {
    const { total } = this.snapshot;
    this.tailing ??= (total === undefined ? this.fetch(-CHUNK, CHUNK) : this.fetch(total, CHUNK)).finally(() => {
      this.tailing = undefined;
    });
    return this.tailing;
  }

  /** Reads may go out from here on; returns the way to end them. */
  open(): () => void {
    this.abort = new AbortController();
    return () => this.abort.abort();
  }

  private async fetch(from: number, count: number) {
    const { signal } = this.abort;
    try {
      this.keep(await this.read({ from, count, signal }));
    } catch (error) {
      if (signal.aborted) return;
      this.change({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  private keep(range: LogRange) {
    for (const line of range.lines) {
      const number = Math.floor(line.n / CHUNK);
      let chunk = this.chunks.get(number);
      if (!chunk) {
        chunk = new Array<LogLine | undefined>(CHUNK);
        this.chunks.set(number, chunk);
        this.forget(number);
      }
      chunk[line.n % CHUNK] = line;
    }
    this.change({ total: Math.max(range.total, this.snapshot.total ?? 0), error: undefined });
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
