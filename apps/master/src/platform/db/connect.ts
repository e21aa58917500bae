import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { DatabaseStartError } from './embedded/database-start-error.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { valueTypes } from './value-types.ts';

/** A DATABASE_URL, or where the embedded server listens. */
export type DatabaseTarget = string | { host: string; port: number; user: string; database: string };

export interface DatabaseConnection {
  db: Db;
  /** For what Kysely has no words for: LISTEN, COPY, session locks. */
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections at most. */
  size?: number;
  /** How long a caller waits for a server that is starting (again), in ms. */
  patience?: number;
  /** What is done with each new connection before it is used; one that this fails for is not. */
  onConnect?: (session: pg.ClientBase) => Promise<void>;
  /** How the server's lists of sessions name them. */
  name?: string;
  /** Told about idle connections that break; the pool replaces them by itself. */
  onLost?: (error: Error) => void;
}

const oldest = 15;

/** Options of a session: what it holds goes within a minute after its master's machine has gone. */
export const noticeDeadPeers = '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Opens the pool and checks that the server is one this product can use. */
export async function connectDatabase(
  target: DatabaseTarget,
  options: ConnectOptions = {},
): Promise<DatabaseConnection> {
  const { size = 20, patience = 15_000, onLost = () => {}, onConnect, name = 'determined-master' } = options;
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: target } : target),
    options: `${noticeDeadPeers} -c TimeZone=UTC -c DateStyle=ISO -c jit=off -c client_min_messages=warning`,
    application_name: name,
    onConnect,
    max: size,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 60_000,
    types: valueTypes,
  });
  pool.on('error', onLost);
  // The pool hears idle connections only: one that is lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const prepared = new PreparedStatements();
  const connect = patientConnect(pool, patience);
  const patientPool = {
    options: pool.options,
    connect: async () => prepared.over(await connect()),
    end: () => pool.end(),
  };
  const dialect = new PostgresDialect({ pool: patientPool });
  const db = new Kysely<Database>({ dialect });
  return { db, pool, close: () => (pool.ended ? Promise.resolve() : pool.end()) };
}

/**
 * A connection that cannot be made has done nothing yet, so waiting for a restarted server is safe and hides the
 * restart from every statement that was not under way. One asks whether it is back, for all who wait: each refusal is
 * a line in the server's log.
 */
function patientConnect(pool: pg.Pool, patience: number): () => Promise<pg.PoolClient> {
  let back: Promise<void> | undefined;
  const untilBack = async () => {
    for (let pause = 50; !pool.ending; pause = Math.min(pause * 2, 1000)) {
      await delay(pause);
      try {
        (await pool.connect()).release();
        return;
      } catch (error) {
        if (!isTransient(error)) return;
      }
    }
  };
  return async () => {
    const until = performance.now() + patience;
    let refused: unknown;
    for (;;) {
      try {
        if (back === undefined) return await pool.connect();
      } catch (error) {
        if (pool.ending || performance.now() > until || !isTransient(error)) throw error;
        refused = error;
        back ??= untilBack().finally(() => {
          back = undefined;
        });
      }
      const given = new AbortController();
      const late = delay(Math.max(0, until - performance.now()), true, { signal: given.signal }).catch(() => false);
      const isLate = await Promise.race([late, back]);
      given.abort();
      if (isLate) throw refused ?? new Error('timeout exceeded when trying to connect');
    }
  };
}

// Starting up, shutting down, too many connections, lost on the way.
const transient = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006']);
// Nobody listens (yet) on the port or socket, or not any more.
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

/** True when the server could not be reached or was lost, whatever it was asked. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseStartError) return isTransient(error.cause);
  if ('code' in error && typeof error.code === 'string') {
    // Files have such errors as well.
    const ofSocket = !('syscall' in error) || ['connect', 'read', 'write'].includes(String(error.syscall));
    return transient.has(error.code) || (ofSocket && unreached.has(error.code));
  }
  return /Connection terminated|server closed the connection|timeout exceeded when trying to connect|not queryable/i.test(
    error.message,
  );
}

async function checkServer(pool: pg.Pool): Promise<void> {
  // Closed again: what is done with new connections may change after this.
  const session = await pool.connect().catch(refuse);
  const facts = await session
    .query<{ version: string; number: number; encoding: string; icu: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
              current_setting('server_encoding') as encoding,
              exists (select from pg_collation where collname = 'und-x-icu') as icu`,
    )
    .catch(refuse)
    .finally(() => session.release(true));
  const server = facts.rows[0];
  if (!server || server.number < oldest * 10_000) {
    throw new DatabaseStartError(`The database is PostgreSQL ${server?.version}; ${oldest} or newer is needed.`);
  }
  if (server.encoding !== 'UTF8')
    throw new DatabaseStartError(`The database's encoding is ${server.encoding}; UTF8 is needed.`);
  if (!server.icu)
    throw new DatabaseStartError('The database was built without ICU, whose root collation orders names.');
}

function refuse(error: Error): never {
  throw new DatabaseStartError(
    `The database cannot be reached: ${error.message || 'no answer'}. DATABASE_URL (db in the configuration) names the one to use.`,
    { cause: error },
  );
}
