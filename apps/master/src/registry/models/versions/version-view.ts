import type { ModelVersion } from '@determined/contract/registry/models-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import { readCheckpoints } from '../../../training/checkpoints/shared/checkpoint-view.ts';
import { readModel } from '../model-view.ts';

/** Versions of one model as every call shows them, in the order of their ids as given. */
export async function readVersions(db: Db, modelId: number, ids: readonly number[]): Promise<Input<ModelVersion>[]> {
  if (ids.length === 0) return [];
  const model = await readModel(db, modelId);
  const rows = await db
    .selectFrom('model_versions as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .selectAll('v')
    .select('u.username')
    .where('v.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const uuids = [...new Set(rows.map((row) => row.checkpoint_uuid))];
  const checkpoints = new Map((await readCheckpoints(db, uuids)).map((one) => [one.uuid, one]));
  const shown = new Map(
    rows.map((row): [number, Input<ModelVersion>] => [
      row.id,
      {
        model,
        checkpoint: checkpoints.get(row.checkpoint_uuid) ?? null,
        id: row.id,
        version: row.version,
        name: row.name,
        comment: row.comment,
        labels: row.labels,
        metadata: row.metadata,
        notes: row.notes,
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
export async function readVersion(
  db: Db,
  { id, model_id }: { id: number; model_id: number },
): Promise<Input<ModelVersion> | null> {
  const [version] = await readVersions(db, model_id, [id]);
  return version ?? null;
}
