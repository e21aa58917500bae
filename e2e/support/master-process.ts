import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@determined/contract/client.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { masterProgram } from '../../tools/start/master-program.mjs';
import { clientPython } from './det-client.ts';
import { ownPort } from './own-port.ts';

interface ProcessOptions {
  prepare?: (dataDir: string) => void;
  env?: Record<string, string>;
  port?: number;
}

/** The product as a process of its own, with its embedded database, to be killed and started again. */
export class MasterProcess {
  readonly dataDir: string;
  readonly address: string;
  output = '';
  private readonly port: number;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;

  private constructor(port: number, env: Record<string, string> = {}) {
    this.port = port;
    this.env = env;
    this.address = `http://127.0.0.1:${port}`;
    this.dataDir = mkdtempSync(join(tmpdir(), 'determined-process-'));
    chmodSync(this.dataDir, 0o711);
  }

  /** `prepare` is given the new data folder before anything lies in it; `env` are further settings. */
  static async start({ prepare, env, port }: ProcessOptions = {}) {
    const process = new MasterProcess(port ?? (await ownPort()), env);
    prepare?.(process.dataDir);
    await process.start();
    return process;
  }

  /** Fails at once when the process ends instead of answering. */
  async start(): Promise<void> {
    const from = this.output.length;
    const program = await masterProgram(process.execPath);
    const child = spawn(process.execPath, program.args, {
      env: {
        ...program.env,
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DET_DATA_DIR: this.dataDir,
        DET_PORT: String(this.port),
        DET_SLOTS: '2',
        DET_PYTHON: clientPython(),
        DET_SECURITY_INITIAL_USER_PASSWORD: devPassword,
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.output += chunk;
      });
    }
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the master ended with ${signal ?? code} instead of answering:\n${this.output.slice(from)}`);
    });
    await Promise.race([
      eventually('the master answers', () => this.pid !== child.pid || this.answers(), 300_000),
      ended,
    ]);
  }

  /** The master's own process; undefined when it does not run. */
  get pid(): number | undefined {
    const { child } = this;
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  async answers(): Promise<boolean> {
    return (await fetch(`${this.address}/api/v1/master`, { signal: AbortSignal.timeout(5_000) })).ok;
  }

  /** As a power cut would end it, but for the database and the tasks. */
  async killHard(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** The embedded database's first process. */
  databasePid(): number {
    const [pid = ''] = readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    return Number(pid);
  }

  async client(): Promise<Client> {
    const { token } = await createClient({ baseUrl: this.address }).call(loginRoute, {
      username: 'admin',
      password: devPassword,
    });
    return createClient({ baseUrl: this.address, token });
  }

  /** As Ctrl-C or a service manager would end it; tasks run on. */
  async stopOrderly(): Promise<void> {
    await this.end('SIGTERM');
  }

  async stop(): Promise<void> {
    await this.stopOrderly();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
