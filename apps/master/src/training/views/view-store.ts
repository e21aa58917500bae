import { alreadyExists } from '@determined/contract/errors.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { sqlState } from '#platform/db/transaction.ts';
import type { TableViewsTable, ViewLinksTable } from './view-tables.ts';

export type ViewRow = Selectable<TableViewsTable>;

/** Nobody else changes views of the project until the transaction ends. */
export async function holdViews(tx: Tx, projectId: number): Promise<void> {
  await lockRows(tx, 'project', tx.selectFrom('projects').select('id').where('id', '=', projectId), { key: 'id' });
}

export async function insertView(tx: Tx, view: Insertable<TableViewsTable>): Promise<ViewRow> {
  if (view.is_default) await clearDefault(tx, view);
  return unique(view.name, tx.insertInto('table_views').values(view).returningAll().executeTakeFirstOrThrow());
}

export async function updateView(tx: Tx, view: ViewRow, change: Updateable<TableViewsTable>): Promise<ViewRow> {
  if (change.is_default) await clearDefault(tx, view);
  const update = tx
    .updateTable('table_views')
    .set({ ...change, changed_at: sql<string>`now()` })
    .where('id', '=', view.id)
    .returningAll();
  return unique(change.name ?? view.name, update.executeTakeFirstOrThrow());
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('table_views').where('id', '=', id).execute();
}

/** One and the same is kept once. */
export async function insertViewLink(tx: Tx, link: Insertable<ViewLinksTable>): Promise<void> {
  await tx
    .insertInto('view_links')
    .values(link)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function clearDefault(tx: Tx, { project_id, table_key }: Pick<ViewRow, 'project_id' | 'table_key'>) {
  await tx
    .updateTable('table_views')
    .set({ is_default: false })
    .where('project_id', '=', project_id)
    .where('table_key', '=', table_key)
    .where('is_default', '=', true)
    .execute();
}

async function unique<T>(name: string, write: Promise<T>): Promise<T> {
  return write.catch((error) => {
    throw sqlState(error) === '23505' ? alreadyExists(`there is a view '${name}' already`) : error;
  });
}
