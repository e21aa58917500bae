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
}

/** For pg: a path as host is a unix socket's folder. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

const startPatience = 60_000;
const longestPause = 10_000;
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
    try {
      server.current = (await server.adopt()) ?? (await server.launch());
    } catch (error) {
      server.unlock();
      throw error;
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
    this.stopping = true;
    this.wake.abort();
    await this.watching;
    if (this.current !== undefined) await this.end(this.current);
    this.current = undefined;
    this.unlock();
  }

  private async adopt(): Promise<number | undefined> {
    const { cluster, socket, runtime } = this.folder;
    const found = runningPostmaster(cluster);
    if (!found) return undefined;
    const { pid, command } = found.process;
    if (found.socket !== socket || !command.startsWith(join(runtime, 'bin', 'postgres'))) {
      this.options.log.info(`stopping PostgreSQL (process ${pid}) that an earlier version left running`);
      await this.end(pid);
      return undefined;
    }
    this.options.log.info(`PostgreSQL (process ${pid}) is running already; it is used as it is`);
    await this.untilReady(pid, () => undefined);
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
    let ended: string | undefined;
    child.once('error', (error) => {
      ended = error.message;
    });
    child.once('exit', (code, name) => {
      ended = `it ended with ${name ?? code}`;
    });
    child.unref();
    await this.untilReady(
      child.pid,
      () => ended && `${ended}\n${readFileSync(logFile, 'utf8').slice(logStart).trim()}`,
    );
    // `untilReady` has thrown if the process could not be started.
    return child.pid as number;
  }

  /** Backends outlive a killed server for a moment and hold its shared memory, which makes a new start fail. */
  private async clearRemains(): Promise<void> {
    const { cluster } = this.folder;
    for (let waited = 0; ; waited += 20) {
      const remains = processesIn(cluster);
      if (remains.length === 0) return;
      if (waited >= 3000) for (const pid of remains) signal(pid, 'SIGKILL');
      if (waited >= 6000)
        throw new DatabaseStartError(
          `processes ${remains.join(', ')} of an earlier PostgreSQL on ${cluster} do not end`,
        );
      await delay(20);
    }
  }

  private async untilReady(pid: number | undefined, ended: () => string | undefined): Promise<void> {
    const from = performance.now();
    for (;;) {
      const why = ended();
      if (why !== undefined) throw new DatabaseStartError(`The embedded database does not start: ${why}`);
      const server: Postmaster | undefined = runningPostmaster(this.folder.cluster);
      if (server?.ready && server.process.pid === pid) return;
      if (performance.now() - from > startPatience) {
        if (pid !== undefined) await this.end(pid);
        throw new DatabaseStartError(
          `The embedded database is not ready after ${startPatience / 1000} s; see ${this.folder.logFile}`,
        );
      }
      await delay(10);
    }
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
        this.options.log.info(`PostgreSQL is back (process ${this.current})`);
      } catch (error) {
        this.options.log.warn(`${error instanceof Error ? error.message : error}; next attempt in ${pause / 1000} s`);
      }
    }
  }

  /** False when the wait was ended by `stop`. */
  private sleep(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.wake.signal, ref: false }).catch(() => !this.stopping);
  }

  private async end(pid: number): Promise<void> {
    // Fast shutdown, then immediate shutdown (recovery at the next start), then by force.
    for (const [name, patience] of [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      if (!liveProcess(pid)) return;
      signal(pid, name);
      for (let waited = 0; waited < patience && liveProcess(pid); waited += 10) await delay(10);
    }
  }
}
