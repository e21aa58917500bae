import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectDatabase } from '../connect.ts';
import { type EmbeddedConnection, EmbeddedPostgres } from '../embedded/postgres-supervisor.ts';
import { liveProcess } from '../embedded/process-table.ts';
import { migrate } from '../migrate.ts';

const prefix = 'determined-test-';
const variable = 'DET_TEST_POSTGRES';
export const templateName = 'template_migrated';

export interface TestServer {
  connection: EmbeddedConnection;
  stop(): Promise<void>;
}

/**
 * A throw-away PostgreSQL with a migrated template database, in a temporary folder of its own: any number of test runs
 * can stand side by side. What a killed run has left is cleared away first.
 */
export async function startTestServer(): Promise<TestServer> {
  clearAbandoned();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  const silent = { info: () => {}, warn: (message: string) => console.warn(message) };
  // Nothing here has to survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const server = await EmbeddedPostgres.start({ folder, log: silent, settings });
  const stop = async () => {
    await server.stop();
    for (const place of [folder, server.folder.home]) rmSync(place, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: server.connection, stop };
}

async function makeTemplate(connection: EmbeddedConnection): Promise<void> {
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const { pool, close } = await connectDatabase({ ...connection, database: templateName });
  await migrate(pool);
  await close();
}

/** Vitest's globalSetup: one server for all files of a run, told to the workers by an environment variable. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[variable] = JSON.stringify(server.connection);
  // A run that is interrupted comes to no end of its own.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
  return server.stop;
}

/** The server that `setup` has started for this run, if it has. */
export function sharedTestServer(): EmbeddedConnection | undefined {
  const text = process.env[variable];
  return text === undefined ? undefined : (JSON.parse(text) as EmbeddedConnection);
}

/** Folders of runs whose process is gone: the server is stopped and the folder removed. */
function clearAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    try {
      const home = join(folder, 'postgres');
      const holder = JSON.parse(readFileSync(join(home, 'supervisor.json'), 'utf8')) as {
        pid: number;
        started: string;
      };
      if (liveProcess(holder.pid)?.started === holder.started) continue;
      const postmaster = Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (liveProcess(postmaster)?.command.includes(home)) process.kill(postmaster, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Being made by another run at this moment, or not ours to remove.
    }
  }
}
