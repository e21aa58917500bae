import { ApiError, notFound } from '@determined/contract/errors.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import { modelVersionChanged } from '../model-store.ts';
import type { ModelRow, ModelVersionsTable } from '../model-tables.ts';

export type VersionRow = Selectable<ModelVersionsTable>;
export type VersionChange = Pick<Updateable<ModelVersionsTable>, 'name' | 'comment' | 'labels' | 'metadata' | 'notes'>;

export async function findVersion(db: Db, model: ModelRow, version: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('model_versions')
    .selectAll()
    .where('model_id', '=', model.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw new ApiError('NotFound', `version ${version} for model "${model.name}" not found`);
  return row;
}

/** Under the next number; that of a last one that was deleted is given again. The model is locked. */
export async function insertVersion(
  tx: Tx,
  model: ModelRow,
  given: Omit<Insertable<ModelVersionsTable>, 'model_id' | 'version'>,
): Promise<VersionRow> {
  const row = await tx
    .insertInto('model_versions')
    .values((eb) => ({
      ...given,
      model_id: model.id,
      version: eb
        .selectFrom('model_versions')
        .select(sql<number>`coalesce(max(version), 0) + 1`.as('next'))
        .where('model_id', '=', model.id),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  publish(tx, modelVersionChanged, { workspaceId: model.workspace_id });
  return row;
}

export async function updateVersion(tx: Tx, model: ModelRow, id: number, change: VersionChange): Promise<VersionRow> {
  const row = await tx
    .updateTable('model_versions')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  publish(tx, modelVersionChanged, { workspaceId: model.workspace_id });
  return row;
}

export async function deleteVersionRow(tx: Tx, model: ModelRow, id: number): Promise<void> {
  await tx.deleteFrom('model_versions').where('id', '=', id).execute();
  publish(tx, modelVersionChanged, { workspaceId: model.workspace_id });
}

/** By the id of its row: only handlers ask, who have found it by its model. */
export const versionSubject: SubjectFinder = {
  find: (db, id) =>
    db
      .selectFrom('model_versions as v')
      .innerJoin('models as m', 'm.id', 'v.model_id')
      .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
      .select(['v.user_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
      .where('v.id', '=', Number(id))
      .executeTakeFirst(),
  missing: (id) => notFound('model version', id),
};
