import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { GenericTasksTable } from './generic-task-tables.ts';

export type GenericTaskRow = Selectable<GenericTasksTable>;

export function findGenericTask(db: Db, id: string): Promise<GenericTaskRow | undefined> {
  return db.selectFrom('generic_tasks').selectAll().where('task_id', '=', id).executeTakeFirst();
}

export async function insertGenericTask(tx: Tx, row: Insertable<GenericTasksTable>): Promise<GenericTaskRow> {
  return tx.insertInto('generic_tasks').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Files are stored once, whoever brings them again. */
export async function storeContext(tx: Tx, hash: string, archive: Buffer): Promise<void> {
  await tx
    .insertInto('generic_task_contexts')
    .values({ hash, archive })
    // Written again, so that nobody deletes it before it is referred to.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
    .execute();
}

export async function readContext(db: Db, taskId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('generic_tasks as g')
    .innerJoin('generic_task_contexts as c', 'c.hash', 'g.context_hash')
    .select('c.archive')
    .where('g.task_id', '=', taskId)
    .executeTakeFirst();
  return row?.archive;
}

/** The archive with this hash, where a task still has it. */
export async function* readContextOf(db: Db, hash: string): AsyncIterable<Buffer> {
  const asked = db.selectFrom('generic_task_contexts').select('archive').where('hash', '=', hash);
  yield (await asked.executeTakeFirstOrThrow()).archive;
}

/** Takes the next number of a run. */
export async function takeRun(tx: Tx, id: string): Promise<number> {
  const { runs } = await tx
    .updateTable('generic_tasks')
    .set((eb) => ({ runs: eb('runs', '+', 1) }))
    .where('task_id', '=', id)
    .returning('runs')
    .executeTakeFirstOrThrow();
  return runs;
}

export async function lockGenericTask(
  tx: Tx,
  id: string,
  to: 'change' | 'keep' = 'change',
): Promise<GenericTaskRow | undefined> {
  const asked = tx.selectFrom('generic_tasks').selectAll().where('task_id', '=', id);
  const [row] = await lockRows(tx, 'work', asked, { to, key: 'task_id' });
  return row;
}

/** A task with all that descend from it, locked, itself first. Who makes a child holds its parent: none comes in between. */
export async function lockTree(tx: Tx, id: string): Promise<GenericTaskRow[]> {
  for (let known = -1; ; ) {
    const ids = await descent(tx, id);
    const asked = tx
      .selectFrom('generic_tasks')
      .selectAll()
      .where('task_id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .orderBy('task_id');
    const rows = await lockRows(tx, 'work', asked, { key: 'task_id' });
    if (rows.length === known) return rows.toSorted((a, b) => ids.indexOf(a.task_id) - ids.indexOf(b.task_id));
    known = rows.length;
  }
}

/** Ids from a task downwards, parents before their children. */
async function descent(tx: Tx, id: string): Promise<string[]> {
  const ids = [id];
  for (let level = ids; level.length > 0; ) {
    const found = await tx
      .selectFrom('generic_tasks')
      .select('task_id')
      .where('parent_id', '=', (eb) => eb.fn.any(eb.val(level)))
      .orderBy('task_id')
      .execute();
    level = found.map(({ task_id }) => task_id);
    ids.push(...level);
  }
  return ids;
}

/** The first of a task's parents. */
export async function rootOfTask(db: Db, id: string): Promise<string> {
  const row = await findGenericTask(db, id);
  return row?.parent_id ? rootOfTask(db, row.parent_id) : id;
}
