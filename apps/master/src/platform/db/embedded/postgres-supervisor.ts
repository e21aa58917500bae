import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClusterFolder, prepareClusterFolder, serverEnvironment } from './cluster-folder.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { lockFolder } from './folder-lock.ts';
import { type Postmaster, removeStaleLocks, runningPostmaster } from './postmaster-file.ts';
import { liveProcess, processesIn, signal } from './process-table.ts';
import { serverSettings } from './server-settings.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder; the database lies in `postgres/` below it. */
  folder: string;
  log: { info(message: string): void; warn(message: string): void };
  /** Settings of the server that differ from server-settings.ts, for tests. */
  settings?: Record<string, string>;
  /** Ends a start that is still waiting: the person at the terminal has had enough. */
  signal?: AbortSignal;
}

/** For pg: a path as host is a unix socket's folder. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

const longestPause = 10_000;
/** How often a start that takes its time is told of. */
const wordsEvery = 15_000;
const forced = [
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5000],
] as const;
const logLimit = 10 * 1024 * 1024;

/** Runs PostgreSQL's own programs as a child of the master, and brings them back when they die. */
export class EmbeddedPostgres {
  readonly folder: ClusterFolder;
  readonly connection: EmbeddedConnection;
  /** A server that a killed master had left running was taken over. */
  adopted = false;
  private readonly options: EmbeddedPostgresOptions;
  private readonly unlock: () => void;
  private stopping = false;
  private wake = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private current: number | undefined;
  /** Launched or taken over, and not ready yet. */
  private starting: number | undefined;
  private lastWarning = '';

  private constructor(options: EmbeddedPostgresOptions, folder: ClusterFolder, unlock: () => void) {
    this.options = options;
    this.folder = folder;
    this.unlock = unlock;
    this.connection = { host: folder.socket, port: 5432, user: 'determined', database: 'postgres' };
  }

  /** Resolves when the server takes connections. */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const folder = prepareClusterFolder(
      options.folder,
      options.log.info.bind(options.log),
      options.settings?.fsync !== 'off',
    );
    const server = new EmbeddedPostgres(options, folder, lockFolder(folder.home));
    const { signal } = options;
    const interrupt = () => server.interrupt();
    signal?.addEventListener('abort', interrupt);
    try {
      signal?.throwIfAborted();
      server.current = (await server.adopt()) ?? (await server.launch());
    } catch (error) {
      if (server.stopping && server.starting !== undefined) await server.end(server.starting);
      server.unlock();
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
    }
    server.watching = server.watch();
    return server;
  }

  /** The server's process while it runs. */
  get pid(): number | undefined {
    return this.current;
  }

  /** Ends sessions, writes everything and stops; safe to call twice. */
  async stop(): Promise<void> {
    this.interrupt();
    await this.watching;
    const pid = this.current ?? this.starting;
    if (pid !== undefined) await this.end(pid);
    this.current = undefined;
    this.unlock();
  }

  private interrupt(): void {
    this.stopping = true;
    this.wake.abort();
  }

  private async adopt(): Promise<number | undefined> {
    const { cluster, socket, runtime } = this.folder;
    const found = runningPostmaster(cluster);
    if (!found) return undefined;
    const { pid, command } = found.process;
    if (found.socket !== socket || !command.startsWith(join(runtime, 'bin', 'postgres'))) {
      this.options.log.info(`stopping PostgreSQL (process ${pid}) that an earlier version left running`);
      // One that recovers would have to begin anew: it is let come to its end first.
      if (await this.untilReady(pid)) await this.end(pid);
      return undefined;
    }
    this.options.log.info(`PostgreSQL (process ${pid}) is running already; it is used as it is`);
    if (!(await this.untilReady(pid))) {
      this.options.log.warn(`PostgreSQL (process ${pid}) ended before it was ready; another one is started`);
      return undefined;
    }
    this.adopted = true;
    return pid;
  }

  private async launch(): Promise<number> {
    const { cluster, socket, runtime, logFile, user } = this.folder;
    await this.clearRemains();
    removeStaleLocks(cluster, socket);
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(logFile, `${logFile}.1`);
    const output = openSync(logFile, 'a', 0o600);
    const logStart = statSync(logFile).size;
    // A session of its own: Ctrl-C in the terminal reaches the master, which stops the database last.
    const child = spawn(
      join(runtime, 'bin', 'postgres'),
      ['-D', cluster, ...serverSettings(socket, this.options.settings)],
      {
        cwd: cluster,
        uid: user.uid,
        gid: user.gid,
        detached: true,
        stdio: ['ignore', output, output],
        env: serverEnvironment(),
      },
    );
    closeSync(output);
    const { pid } = child;
    let ended: string | undefined;
    child.once('error', (error) => {
      ended = error.message;
    });
    child.once('exit', (code, name) => {
      ended = `it ended with ${name ?? code}`;
    });
    child.unref();
    if (pid !== undefined && (await this.untilReady(pid))) return pid;
    // What ended it arrives as an event of its own.
    for (let waited = 0; ended === undefined && waited < 1000; waited += 10) await delay(10);
    const said = readFileSync(logFile, 'utf8').slice(logStart).trim();
    throw new DatabaseStartError(`The embedded database does not start: ${ended ?? 'it ended'}\n${said}`);
  }

  /** Backends outlive a killed server for a moment and hold its shared memory, which makes a new start fail. */
  private async clearRemains(): Promise<void> {
    const { cluster } = this.folder;
    for (let waited = 0; ; waited += 20) {
      const remains = processesIn(cluster);
      if (remains.length === 0) return;
      if (waited >= 3000) for (const pid of remains) signal(pid, 'SIGKILL');
      if (waited >= 60_000)
        throw new DatabaseStartError(
          `processes ${remains.join(', ')} of an earlier PostgreSQL on ${cluster} do not end`,
        );
      await delay(20);
    }
  }

  /**
   * Waits as long as the server lives: only it knows how much it has to recover, and one that is ended on the way begins
   * anew. False when it ended instead; throws when `stop` or the start's signal ends the wait.
   */
  private async untilReady(pid: number): Promise<boolean> {
    this.starting = pid;
    const from = performance.now();
    let told = from;
    while (liveProcess(pid)) {
      const server: Postmaster | undefined = runningPostmaster(this.folder.cluster);
      if (server?.ready && server.process.pid === pid) {
        this.starting = undefined;
        return true;
      }
      const now = performance.now();
      if (now - told >= wordsEvery) {
        told = now;
        this.options.log.info(
          `PostgreSQL (process ${pid}) is not ready after ${Math.round((now - from) / 1000)} s${this.recovering()}; it is waited for`,
        );
      }
      await delay(10);
      if (this.stopping) throw new DatabaseStartError('The start of the embedded database was interrupted.');
    }
    this.starting = undefined;
    return false;
  }

  /** How far a recovery is, as PostgreSQL says it in its process's title: the log segment it reads. */
  private recovering(): string {
    const titles = processesIn(this.folder.cluster).map((pid) => liveProcess(pid)?.command ?? '');
    const at = titles.map((title) => /startup recovering (\w+)/.exec(title)?.[1]).find(Boolean);
    return at === undefined ? '' : `: it recovers what was written before it was ended, now ${at}`;
  }

  /** Looks after the server until `stop`: one that dies is started again, at once first, then with growing pauses. */
  private async watch(): Promise<void> {
    let pause = 0;
    let upSince = performance.now();
    while (await this.sleep(200)) {
      if (this.current !== undefined && liveProcess(this.current)) {
        if (performance.now() - upSince > longestPause) pause = 0;
        continue;
      }
      if (this.current !== undefined)
        this.options.log.warn(`PostgreSQL (process ${this.current}) has ended unexpectedly; starting it again`);
      this.current = undefined;
      if (pause > 0 && !(await this.sleep(pause))) return;
      pause = Math.min(longestPause, Math.max(500, pause * 2));
      try {
        this.current = await this.launch();
        upSince = performance.now();
        this.lastWarning = '';
        this.options.log.info(`PostgreSQL is back (process ${this.current})`);
      } catch (error) {
        if (!this.stopping) this.warnOnce(error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** False when the wait was ended by `stop`. */
  private sleep(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.wake.signal, ref: false }).catch(() => !this.stopping);
  }

  /** Attempts go on every few seconds; the same failure is told once (times and process numbers are not compared). */
  private warnOnce(message: string): void {
    const kind = message.replaceAll(/\d+/g, '');
    if (kind === this.lastWarning) return;
    this.lastWarning = kind;
    this.options.log.warn(`${message}\nIt is tried again every ${longestPause / 1000} s.`);
  }

  private async end(pid: number): Promise<void> {
    const ready = runningPostmaster(this.folder.cluster)?.ready === true;
    // Fast shutdown, then immediate shutdown (recovery at the next start), then by force. One that recovers is asked only:
    // it ends where it can go on from, or is found by the next start.
    const steps = [['SIGINT', 60_000] as const, ...(ready ? forced : [])];
    for (const [name, patience] of steps) {
      if (!liveProcess(pid)) return;
      signal(pid, name);
      for (let waited = 0; waited < patience && liveProcess(pid); waited += 10) await delay(10);
    }
    if (liveProcess(pid))
      this.options.log.warn(`PostgreSQL (process ${pid}) has not ended yet; it goes on, and the next start finds it`);
  }
}
