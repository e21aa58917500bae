import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseStartError } from './embedded/database-start-error.ts';
import { newerSchema, takeSchema } from './schema-guard.ts';
import { sqlState } from './transaction.ts';

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

export const migrationsFolder = join(import.meta.dirname, 'migrations');

// Any fixed number: masters that start at the same time migrate one after the other.
const lockKey = 7_403_251;

/** The names of the migrations that this version knows, in order. */
export const knownMigrations: readonly string[] = readMigrations(migrationsFolder).map(({ name }) => name);

/**
 * Brings the schema up to this version; gives the names of the files that were applied now. Nothing is applied beside
 * masters that work with the database, nor to one that a newer version has made: throws DatabaseStartError.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`create table if not exists schema_migrations (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const done = await client.query<{ number: number; name: string; checksum: string }>(
      'select * from schema_migrations order by number',
    );
    const applied = new Map(done.rows.map((row) => [row.number, row]));
    refuseNewerDatabase(migrations, done.rows);
    const fresh: string[] = [];
    const last = migrations.findLast(({ number }) => !applied.has(number));
    if (last) await takeSchema(client, last.name);
    for (const migration of migrations) {
      const before = applied.get(migration.number);
      if (before) refuseChangedFile(migration, before);
      else {
        await apply(client, migration);
        fresh.push(migration.name);
      }
    }
    return fresh;
  } catch (error) {
    throw notAllowed(error) ?? error;
  } finally {
    // Closing the session gives the lock back whatever happened.
    client.release(true);
  }
}

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const migrations = names.map((name) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`${name}: a migration is named NNNN-words.sql`);
    const sql = readFileSync(join(folder, name), 'utf8');
    return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
  const twice = migrations.find((migration, at) => migrations[at - 1]?.number === migration.number);
  if (twice) throw new Error(`${twice.name}: its number is used twice`);
  return migrations;
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw (
      notAllowed(error) ??
      new DatabaseStartError(
        `The database cannot be prepared: ${migration.name} failed: ${error instanceof Error ? error.message : error}`,
        { cause: error },
      )
    );
  }
}

/** A user who may not make tables or not even look for them, and a copy that only reads. */
function notAllowed(error: unknown): DatabaseStartError | undefined {
  const state = sqlState(error);
  if (!['42501', '3F000', '25006'].includes(state ?? '')) return undefined;
  return new DatabaseStartError(
    `The database cannot be prepared: ${(error as Error).message}. Its user has to be allowed to make tables: best it owns the database.`,
    { cause: error },
  );
}

function refuseNewerDatabase(migrations: Migration[], applied: { number: number; name: string }[]): void {
  const known = new Set(migrations.map((migration) => migration.number));
  const unknown = applied.find((row) => !known.has(row.number));
  if (!unknown) return;
  throw newerSchema(
    unknown.name,
    migrations.map(({ name }) => name),
  );
}

function refuseChangedFile(migration: Migration, before: { name: string; checksum: string }): void {
  if (before.checksum === migration.checksum) return;
  throw new DatabaseStartError(
    `${migration.name} is not what was applied to this database as ${before.name}; an applied migration never changes.`,
  );
}
