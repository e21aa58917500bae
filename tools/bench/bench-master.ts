import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@determined/contract/client.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { connectDatabase } from '@determined/master/platform/db/connect.ts';
import { runningPostmaster } from '@determined/master/platform/db/embedded/postmaster-file.ts';
import { masterProgram } from '../start/master-program.mjs';
import type { BenchMaster } from './figure.ts';
import { processorSeconds } from './processor.ts';

export const repository = resolve(import.meta.dirname, '..', '..');

const folders: string[] = [];
const children = new Set<ChildProcess>();
const endings = new WeakMap<ChildProcess, Promise<unknown>>();

// Whoever interrupts a measurement finds nothing of it left.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([...children].map(end)).then(() => process.exit(130)));
}
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that the database's own user can pass through; it is gone at the latest when this process ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'determined-bench-')));
  folders.push(folder);
  chmodSync(folder, 0o711);
  return folder;
}

/** Settings of the person who measures must not reach what is measured. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DET_|DATABASE_URL$|PG|NODE_OPTIONS$)/.test(name)),
  );
}

/** Starts a program that runs a master in `folder`; resolves with its address when that answers `path`. */
async function startProgram(
  program: string[],
  folder: string,
  env: Record<string, string>,
  path: string,
): Promise<{ address: string; pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, program, {
    cwd: repository,
    env: { ...plainEnvironment(), DET_DATA_DIR: folder, DET_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  try {
    const address = await eventually(
      'the start of the master',
      () => {
        if (child.exitCode !== null) throw new Error(output);
        return /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      },
      60_000,
    );
    await eventually(path, async () => (await fetch(address + path)).ok, 60_000);
    return { address, pid: child.pid ?? 0, stop: async () => void (await end(child)) };
  } catch (error) {
    await end(child);
    throw new Error(`The master did not start:\n${output}`, { cause: error });
  }
}

/** What `npm start` runs, which builds the console when it is stale; resolves when the sign-in page is there. */
export function startWhole(folder: string): Promise<{ address: string; stop(): Promise<void> }> {
  return startProgram([join(repository, 'tools/start/start.mjs')], folder, { DET_SLOTS: '0' }, '/det/login');
}

/** Asked once only: a second signal would end the master before it has stopped its database. */
function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = endings.get(child) ?? once(child, 'exit');
  if (!endings.has(child)) child.kill('SIGTERM');
  endings.set(child, ended);
  return ended;
}

/** A master as a first start makes it: a new embedded database with its usual, durable settings. */
export async function startBenchMaster(env: Record<string, string>, profile?: string): Promise<BenchMaster> {
  const folder = temporaryFolder();
  const password = randomBytes(12).toString('hex');
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`];
  const program = await masterProgram(process.execPath);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const start = async () => {
    const began = performance.now();
    const running = await startProgram(
      [...profiling, ...program.args],
      folder,
      { ...program.env, DET_SECURITY_INITIAL_USER_PASSWORD: password, ...env },
      '/api/v1/master',
    );
    const seconds = (performance.now() - began) / 1000;
    const processor = processorSeconds(running.pid);
    const { pid, address } = running;
    const socket = runningPostmaster(join(folder, 'postgres', 'cluster'))?.socket;
    if (socket === undefined) throw new Error('The database of the master was not found.');
    const { db, pool, close } = await connectDatabase({
      host: socket,
      port: 5432,
      user: 'determined',
      database: 'postgres',
    });
    const { token } = await createClient({ baseUrl: address }).call(loginRoute, { username: 'admin', password });
    const ways = { pid, address, token, client: createClient({ baseUrl: address, token }), db, pool };
    const end = async () => {
      await close();
      await running.stop();
    };
    return { ways, took: { seconds, processor }, end };
  };
  try {
    let running = await start();
    const master: BenchMaster = {
      ...running.ways,
      password,
      restart: async () => {
        await running.end();
        running = await start();
        Object.assign(master, running.ways);
        return running.took;
      },
      stop: async () => {
        await running.end();
        remove();
      },
    };
    return master;
  } catch (error) {
    remove();
    throw error;
  }
}
