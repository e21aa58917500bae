import type { Model } from '@determined/contract/registry/models-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export const numVersions = sql<number>`(select count(*) from model_versions v where v.model_id = m.id)`;

/** Models as every call shows them, in the order of their ids as given; unknown ones are left out. */
export async function readModels(db: Db, ids: readonly number[]): Promise<Input<Model>[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('models as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('m')
    .select(['u.username', numVersions.as('num_versions')])
    .where('m.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const shown = new Map(
    rows.map((row): [number, Input<Model>] => [
      row.id,
      {
        id: row.id,
        name: row.name,
        description: row.description,
        labels: row.labels,
        metadata: row.metadata,
        notes: row.notes,
        archived: row.archived,
        numVersions: row.num_versions,
        workspaceId: row.workspace_id,
        userId: row.user_id,
        username: row.username,
        creationTime: row.created_at,
        lastUpdatedTime: row.updated_at,
      },
    ]),
  );
  return ids.flatMap((id) => shown.get(id) ?? []);
}

/** One that is there. */
export async function readModel(db: Db, id: number): Promise<Input<Model> | null> {
  const [model] = await readModels(db, [id]);
  return model ?? null;
}
