import { existsSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
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

  /** Entries with ids from `from` on, before `to`, oldest first; of those that are kept. */
  since(from: number, to = this.nextId): MasterLogEntry[] {
    const { first, entries } = this;
    // What is beyond the capacity has not been cut yet.
    const start = this.nextId - entries.length;
    return entries.slice(Math.max(from, first) - start, Math.max(to, first) - start);
  }

  /** Id of the oldest that is kept. */
  get first(): number {
    return this.nextId - Math.min(this.entries.length, this.capacity);
  }

  /** Id of the next. */
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
  'password_hash',
  'token_hash',
  'initial_user_password',
];
const redactPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string };
}

const textOf = (line: LogLine): string =>
  line.err?.message ? `${line.msg ?? ''}: ${line.err.message}` : (line.msg ?? '');

/** Structured log: JSON lines to `sink`, secrets redacted by key, newest lines kept for the API. */
export function createLog(options: { level: string; recent: RecentLog; sink: Writable }): Log {
  const keep = eachLine((line) =>
    options.recent.push({
      message: textOf(line),
      timestamp: new Date(line.time).toISOString(),
      level: levelNames[line.level] ?? 'LOG_LEVEL_INFO',
    }),
  );
  return pino(
    { level: options.level, redact: { paths: redactPaths, censor: '********' } },
    multistream([
      { level: 'trace', stream: options.sink },
      { level: 'trace', stream: keep },
    ]),
  );
}

/** Appends lines. While they cannot be written they are left out, and said so once; with each line it is tried again. */
class LogFile {
  private readonly path: string;
  private readonly say: (text: string) => void;
  private file: FileHandle | undefined;
  private missing = 0;

  constructor(path: string, say: (text: string) => void) {
    this.path = path;
    this.say = say;
  }

  async append(line: Buffer): Promise<void> {
    try {
      this.file ??= await open(this.path, 'a', 0o600);
      // A line that broke off is ended first.
      await this.file.appendFile(this.missing > 0 ? Buffer.concat([this.gap(), line]) : line);
      if (this.missing > 0) this.say(`${this.path} is written again; ${this.missing} lines are not in it.`);
      this.missing = 0;
    } catch (error) {
      if (this.missing === 0)
        this.say(`${this.path} cannot be written, lines are shown here only: ${(error as Error).message}`);
      this.missing += 1;
    }
  }

  private gap(): Buffer {
    const line = { level: 40, time: Date.now(), msg: `${this.missing} lines could not be written here` };
    return Buffer.from(`\n${JSON.stringify(line)}\n`);
  }
}

const fileLimit = 20 * 1024 * 1024;

/** Where the lines go: whole into `master.log` of the data folder, in short for people to the terminal. */
export function openLogSink(dataFolder: string, screen: Writable = process.stderr): Writable {
  const path = join(dataFolder, 'master.log');
  // One former file is kept; a master that runs for months writes a few of them.
  if (existsSync(path) && statSync(path).size > fileLimit) renameSync(path, `${path}.1`);
  const file = new LogFile(path, (text) => screen.write(`${text}\n`));
  const short = eachLine((line) => {
    const level = line.level >= 50 ? 'error: ' : line.level >= 40 ? 'warning: ' : '';
    screen.write(`${new Date(line.time).toISOString().slice(11, 19)}  ${level}${textOf(line)}\n`);
  });
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      short.write(chunk);
      void file.append(chunk).finally(done);
    },
  });
}

/** pino writes one line at a time. */
function eachLine(take: (line: LogLine) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  });
}
