import type { ClientBase } from 'pg';
import { DatabaseStartError } from './embedded/database-start-error.ts';

/** Any fixed number. Each session of a master holds it in share; who changes the schema holds it alone. */
const schemaLock = 7_403_252;

/** Another master has brought the database to a version that this one does not know. */
export class NewerSchemaError extends DatabaseStartError {
  override name = 'NewerSchemaError';
}

/** For `application_name`: what others are told of this master. */
export const nameOfSession = (newest: string): string => `determined-master (schema ${newest.slice(0, 4)})`;

/**
 * Before a session is used: from now on nobody changes the schema beside it, and nobody has beyond what is known. A
 * connection that was lost meanwhile is made again through here, so a master that was overtaken writes nothing more.
 * Throws NewerSchemaError.
 */
export async function holdSchema(session: ClientBase, known: readonly string[]): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1)', [schemaLock]);
  const newer = await session.query<{ name: string }>(
    'select name from schema_migrations where name <> all($1) order by number desc limit 1',
    [known],
  );
  if (newer.rows[0]) throw newerSchema(newer.rows[0].name, known);
}

export function newerSchema(name: string, known: readonly string[]): NewerSchemaError {
  return new NewerSchemaError(
    `The database was made by a newer version: it has ${name}, this one knows up to ${known.at(-1) ?? 'none'}; start that version or a later one.`,
  );
}

/** Takes the schema for this session alone until it ends. Throws where a master works with it, naming what each knows. */
export async function takeSchema(session: ClientBase, wanted: string): Promise<void> {
  const taken = await session.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [schemaLock]);
  if (taken.rows[0]?.got) return;
  const others = await session.query<{ who: string }>(
    `select distinct a.application_name || coalesce(' at ' || host(a.client_addr), '') as who
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = 0 and l.objid = $1 and l.granted and l.pid <> pg_backend_pid() order by 1`,
    [schemaLock],
  );
  const who = others.rows.map((row) => row.who).join(', ') || 'one that has just ended';
  throw new DatabaseStartError(
    `The database has to be brought to ${wanted}, and servers of an older version work with it: ${who}. Stop them all, start one of this version, then the others.`,
  );
}
