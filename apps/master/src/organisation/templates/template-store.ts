import { alreadyExists, notFound } from '@determined/contract/errors.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { sqlState } from '#platform/db/transaction.ts';
import { templateChanged } from './template-events.ts';
import type { TemplatesTable } from './template-tables.ts';

export type TemplateRow = Selectable<TemplatesTable>;

/** Undefined where there is one of this name, of whichever workspace. */
export async function insertTemplate(tx: Tx, template: Insertable<TemplatesTable>): Promise<TemplateRow | undefined> {
  const row = await tx
    .insertInto('templates')
    .values(template)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) publish(tx, templateChanged, { workspaceId: row.workspace_id });
  return row;
}

export async function updateTemplate(
  tx: Tx,
  name: string,
  change: Pick<Updateable<TemplatesTable>, 'name' | 'config'>,
): Promise<TemplateRow> {
  const update = tx
    .updateTable('templates')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('name', '=', name)
    .returningAll();
  const row = await update.executeTakeFirst().catch((error) => {
    throw sqlState(error) === '23505' ? nameIsTaken(change.name ?? name) : error;
  });
  if (!row) throw notFound('template', name);
  publish(tx, templateChanged, { workspaceId: row.workspace_id });
  return row;
}

export async function deleteTemplateRow(tx: Tx, name: string): Promise<void> {
  const row = await tx.deleteFrom('templates').where('name', '=', name).returning('workspace_id').executeTakeFirst();
  if (!row) throw notFound('template', name);
  publish(tx, templateChanged, { workspaceId: row.workspace_id });
}

/** Those of a workspace that is being deleted. */
export async function deleteTemplatesOf(tx: Tx, workspaceId: number): Promise<void> {
  await tx.deleteFrom('templates').where('workspace_id', '=', workspaceId).execute();
  publish(tx, templateChanged, { workspaceId });
}

export const nameIsTaken = (name: string) => alreadyExists(`template '${name}' already exists`);
