import { Writable } from 'node:stream';
import { type Logger, multistream, pino } from 'pino';

export type Log = Logger;

export interface MasterLogEntry {
  id: number;
  message: string;
  timestamp: string;
  level: LogLevelName;
}
type LogLevelName =
  | 'LOG_LEVEL_TRACE'
  | 'LOG_LEVEL_DEBUG'
  | 'LOG_LEVEL_INFO'
  | 'LOG_LEVEL_WARNING'
  | 'LOG_LEVEL_ERROR'
  | 'LOG_LEVEL_CRITICAL';

/** The newest lines of the master's own log, for the API. Facts: platform semantics 7.5 (25,000 entries). */
export class RecentLog {
  readonly capacity: number;
  private entries: MasterLogEntry[] = [];
  private nextId = 0;
  private readonly listeners = new Set<() => void>();

  constructor(capacity = 25_000) {
    this.capacity = capacity;
  }

  push(entry: Omit<MasterLogEntry, 'id'>): void {
    this.entries.push({ id: this.nextId++, ...entry });
    // Cut in blocks: shifting an array of this size on each line would cost more than the line.
    if (this.entries.length > this.capacity * 1.1) this.entries = this.entries.slice(-this.capacity);
    for (const listener of this.listeners) listener();
  }

  /** Calls back after each new entry until the returned function is called. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Entries with ids from `from` on, oldest first; at most the capacity. */
  since(from: number): MasterLogEntry[] {
    const kept = this.entries.slice(-this.capacity);
    return kept.filter((entry) => entry.id >= from);
  }

  get total(): number {
    return this.nextId;
  }
}

const levelNames: Record<number, LogLevelName> = {
  10: 'LOG_LEVEL_TRACE',
  20: 'LOG_LEVEL_DEBUG',
  30: 'LOG_LEVEL_INFO',
  40: 'LOG_LEVEL_WARNING',
  50: 'LOG_LEVEL_ERROR',
  60: 'LOG_LEVEL_CRITICAL',
};

const secretKeys = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'access_key',
  'secret_key',
  'passwordHash',
];
const redactPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** Structured log: JSON lines on standard error (or to `sink`), secrets redacted by key, newest lines kept for the API. */
export function createLog(options: { level: string; recent: RecentLog; sink?: Writable }): Log {
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = JSON.parse(chunk.toString()) as {
        level: number;
        time: number;
        msg?: string;
        err?: { message?: string };
      };
      options.recent.push({
        message: line.err?.message ? `${line.msg ?? ''}: ${line.err.message}` : (line.msg ?? ''),
        timestamp: new Date(line.time).toISOString(),
        level: levelNames[line.level] ?? 'LOG_LEVEL_INFO',
      });
      done();
    },
  });
  return pino(
    { level: options.level, redact: { paths: redactPaths, censor: '********' } },
    multistream([
      { level: 'trace', stream: options.sink ?? process.stderr },
      { level: 'trace', stream: keep },
    ]),
  );
}
