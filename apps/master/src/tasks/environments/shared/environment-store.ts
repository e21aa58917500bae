import { createHash } from 'node:crypto';
import type { EnvironmentSpec } from '@determined/launchers/python/environments.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { sqlState } from '#platform/db/transaction.ts';
import type { EnvironmentMakingsTable } from '../environment-tables.ts';

export type Making = Pick<
  Selectable<EnvironmentMakingsTable>,
  'environment_id' | 'place' | 'state' | 'told' | 'seen_at'
> & {
  /** Nothing was heard of its master for a while. */
  silent: boolean;
};

/** A master that has not been heard of for so long makes nothing any more. */
const silentSeconds = 20;
const foreignKeyViolation = '23503';

/** Writes down what tasks need, by its contents. */
export async function keepEnvironment(
  tx: Tx,
  wanted: Pick<EnvironmentSpec, 'requirements' | 'index'>,
): Promise<string> {
  const lines = [...new Set(wanted.requirements)].toSorted();
  const id = createHash('sha256')
    .update(JSON.stringify([lines, wanted.index]))
    .digest('hex')
    .slice(0, 16);
  await tx
    .insertInto('task_environments')
    .values({ id, requirements: lines, index_url: wanted.index })
    // Written again, so that nobody forgets it before it is referred to.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .execute();
  return id;
}

/**
 * Forgets what nothing refers to any more, its index with a login included; what was made of it on the machines goes when
 * room is needed. Whatever refers to it, of this band or another, the database knows.
 */
export async function forgetEnvironment(tx: Tx, id: string): Promise<void> {
  // Locked by writing it: whoever is about to refer to it has done so by then.
  await tx.updateTable('task_environments').set({ id }).where('id', '=', id).execute();
  await sql`savepoint forgetting`.execute(tx);
  try {
    await tx.deleteFrom('task_environments').where('id', '=', id).execute();
  } catch (error) {
    if (sqlState(error) !== foreignKeyViolation) throw error;
    await sql`rollback to savepoint forgetting`.execute(tx);
  }
}

export async function readEnvironment(db: Db, id: string): Promise<EnvironmentSpec> {
  const row = await db.selectFrom('task_environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, requirements: row.requirements, index: row.index_url };
}

/** By environment and place. */
export async function readMakings(db: Db): Promise<Map<string, Map<string, Making>>> {
  const rows = await db
    .selectFrom('environment_makings')
    .select(['environment_id', 'place', 'state', 'told', 'seen_at'])
    .select(sql<boolean>`seen_at < now() - make_interval(secs => ${silentSeconds})`.as('silent'))
    .execute();
  const grouped = Map.groupBy(rows, ({ environment_id }) => environment_id);
  return new Map([...grouped].map(([id, each]) => [id, new Map(each.map((row) => [row.place, row]))]));
}

/** Takes a making in hand, unless another master is at it. What was ready or had failed is made anew. */
export async function claimMaking(db: Db, masterId: string, environmentId: string, place: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into environment_makings as m (environment_id, place, state, master_id)
    values (${environmentId}, ${place}, 'MAKING', ${masterId})
    on conflict (environment_id, place) do update
      set state = 'MAKING', told = '', master_id = excluded.master_id, seen_at = now()
      where m.state <> 'MAKING' or m.master_id = excluded.master_id
        or m.seen_at < now() - make_interval(secs => ${silentSeconds})`.execute(db);
  return numAffectedRows === 1n;
}

/** Says how it goes on, or how it ended; false when another master has taken it over. */
export async function tellMaking(
  db: Db,
  masterId: string,
  { environment_id, place, ...change }: Pick<Making, 'environment_id' | 'place' | 'state' | 'told'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('environment_makings')
    .set({ ...change, seen_at: sql<string>`now()` })
    .where('environment_id', '=', environment_id)
    .where('place', '=', place)
    .where('state', '=', 'MAKING')
    .where('master_id', '=', masterId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** It is not there (any more), and nobody is at it. */
export async function forgetMaking(db: Db, environmentId: string, place: string): Promise<void> {
  await db
    .deleteFrom('environment_makings')
    .where('environment_id', '=', environmentId)
    .where('place', '=', place)
    .execute();
}

/** Before it is removed there: false, and nothing changes, while an allocation wants it or has it. */
export async function forgetUnused(db: Db, environmentId: string, place: string): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    with wanted as (
      select 1 from allocations a join tasks t on t.id = a.task_id
      where t.environment_id = ${environmentId} and a.state <> 'TERMINATED' limit 1),
    gone as (delete from environment_makings
      where environment_id = ${environmentId} and place = ${place} and state <> 'MAKING' and not exists (select from wanted))
    select exists (select from wanted)
      or exists (select from environment_makings
        where environment_id = ${environmentId} and place = ${place} and state = 'MAKING') as wanted`.execute(db);
  return rows[0]?.wanted === false;
}
