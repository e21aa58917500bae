import { alreadyExists } from '@determined/contract/errors.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { defineEvent, publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { sqlState } from '#platform/db/transaction.ts';
import { isModelId, modelNotFound } from './find-model.ts';
import type { ModelRow, ModelsTable } from './model-tables.ts';

export const modelChanged = defineEvent<{ workspaceId: number }>('model-changed');

/** Versions were registered, changed or deleted. */
export const modelVersionChanged = defineEvent<{ workspaceId: number }>('model-version-changed');

export type ModelChange = Omit<Updateable<ModelsTable>, 'id' | 'user_id' | 'created_at' | 'updated_at'>;

/** By id or name, locked until the transaction ends. */
export async function holdModel(tx: Tx, nameOrId: string): Promise<ModelRow> {
  const models = tx.selectFrom('models').selectAll();
  const asked = isModelId(nameOrId) ? models.where('id', '=', Number(nameOrId)) : models.where('name', '=', nameOrId);
  const [row] = await lockRows(tx, 'model', asked, { key: 'id' });
  if (!row) throw modelNotFound(nameOrId);
  return row;
}

export async function insertModel(tx: Tx, model: Insertable<ModelsTable>): Promise<ModelRow> {
  const row = await uniqueName(tx.insertInto('models').values(model).returningAll().executeTakeFirstOrThrow());
  publish(tx, modelChanged, { workspaceId: row.workspace_id });
  return row;
}

export async function updateModel(tx: Tx, id: number, change: ModelChange): Promise<ModelRow> {
  const update = tx
    .updateTable('models')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll();
  const row = await uniqueName(update.executeTakeFirstOrThrow());
  publish(tx, modelChanged, { workspaceId: row.workspace_id });
  return row;
}

/** With its versions. */
export async function deleteModelRow(tx: Tx, { id, workspace_id: workspaceId }: ModelRow): Promise<void> {
  await tx.deleteFrom('models').where('id', '=', id).execute();
  publish(tx, modelChanged, { workspaceId });
  publish(tx, modelVersionChanged, { workspaceId });
}

function uniqueName<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw sqlState(error) === '23505' ? alreadyExists('avoid names equal to other models (case-sensitive)') : error;
  });
}
