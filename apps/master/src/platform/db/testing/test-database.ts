import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectDatabase, type DatabaseConnection } from '../connect.ts';
import type { EmbeddedConnection } from '../embedded/postgres-supervisor.ts';
import { sharedTestServer, startTestServer, templateName } from './test-server.ts';

export interface TestDatabase {
  target: EmbeddedConnection;
  /** Opens a pool on it; closed by the caller. */
  connect(): Promise<DatabaseConnection>;
  /** Drops the database, sessions and all. */
  drop(): Promise<void>;
}

/**
 * A fresh, migrated database in some tens of milliseconds: a copy of the template on the run's shared server, or, where
 * there is none (outside vitest), on a server of its own.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const shared = sharedTestServer();
  const own = shared ? undefined : await startTestServer();
  const server = shared ?? own?.connection;
  if (!server) throw new Error('no test server');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${templateName}`);
  const target = { ...server, database: name };
  return {
    target,
    connect: () => connectDatabase(target, { size: 10 }),
    drop: async () => {
      if (own) await own.stop();
      else await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(server: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
