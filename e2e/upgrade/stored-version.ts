import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { EmbeddedConnection } from '@determined/master/platform/db/embedded/postgres-supervisor.ts';
import { migrate, migrationsFolder } from '@determined/master/platform/db/migrate.ts';
import { sharedTestServer } from '@determined/master/platform/db/testing/test-server.ts';
import pg from 'pg';

/** What an earlier version had stored, and how it answered then. */
export interface StoredVersion {
  target: EmbeddedConnection;
  dataDir: string;
  /** Where its checkpoints go. */
  checkpoints: string;
  /** Path of a call → the lines of its answer, or their digest. */
  answers: Record<string, unknown>;
  drop(): Promise<void>;
}

/**
 * The rows of every table and one task's folder as the version whose last migration was `number` wrote them, on a
 * database that this version has not seen yet. The server is one that runs as a superuser: it reads the files itself.
 */
export async function restoreVersion(number: string, places: { python: string }): Promise<StoredVersion> {
  const server = sharedTestServer();
  if (!server) throw new Error('only in a run with a shared test server');
  const source = join(import.meta.dirname, `version-${number}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'determined-upgrade-'));
  chmodSync(dataDir, 0o711);
  const database = `upgrade_${basename(dataDir).replaceAll(/\W/g, '').toLowerCase()}`;
  const target = { ...server, database };
  const checkpoints = join(dataDir, 'checkpoints');
  mkdirSync(checkpoints);
  const fill = (text: string) =>
    text
      .replaceAll('{{checkpoints}}', checkpoints)
      .replaceAll('{{machine}}', hostname())
      .replaceAll('{{python}}', places.python);
  await onServer(server, `create database ${database}`);
  await applyUpTo(number, target);
  await copyTables(join(source, 'tables'), join(dataDir, 'copied'), fill, target);
  restoreAllocation(join(source, 'allocation'), join(dataDir, 'allocations'), fill);
  return {
    target,
    dataDir,
    checkpoints,
    answers: JSON.parse(readFileSync(join(source, 'answers.json'), 'utf8')),
    drop: async () => {
      await onServer(server, `drop database if exists ${database} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The schema of that version: the files that it had. */
async function applyUpTo(number: string, target: EmbeddedConnection): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'determined-migrations-'));
  for (const name of readdirSync(migrationsFolder).filter((name) => name.slice(0, 4) <= number)) {
    copyFileSync(join(migrationsFolder, name), join(folder, name));
  }
  const pool = new pg.Pool(target);
  await migrate(pool, folder);
  await pool.end();
  rmSync(folder, { recursive: true });
}

async function copyTables(from: string, to: string, fill: (text: string) => string, target: EmbeddedConnection) {
  // The server's own user reads them.
  mkdirSync(to, { mode: 0o755 });
  const client = new pg.Client(target);
  await client.connect();
  // Neither triggers nor references: the rows are those that were there together.
  await client.query(`set session_replication_role = replica`);
  for (const file of readdirSync(from)) {
    const table = basename(file, '.csv');
    const text = fill(readFileSync(join(from, file), 'utf8'));
    const path = join(to, file);
    writeFileSync(path, text, { mode: 0o644 });
    const columns = text.slice(0, text.indexOf('\n'));
    await client.query(`delete from ${table}`);
    await client.query(`copy ${table} (${columns}) from '${path}' csv header`);
  }
  const { rows } = await client.query(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { table_name: table, column_name: column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), greatest((select max(${column}) from ${table}), 1))`,
    );
  }
  await client.end();
  rmSync(to, { recursive: true });
}

/** The folder `allocations/<id>` of a task. */
function restoreAllocation(from: string, to: string, fill: (text: string) => string): void {
  const specification = fill(readFileSync(join(from, 'spec.json'), 'utf8'));
  const { allocationId } = JSON.parse(specification) as { allocationId: string };
  const folder = join(to, allocationId);
  mkdirSync(to, { mode: 0o700 });
  cpSync(from, folder, { recursive: true });
  writeFileSync(join(folder, 'spec.json'), specification);
}

async function onServer(server: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
