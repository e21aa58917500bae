import { type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { sees, visible } from '../../../identity/roles/shared/visible.ts';
import type { CheckpointKeeper } from '../../../training/checkpoints/shared/kept-checkpoints.ts';

/** What is a version of a model stays. A model that is hidden is not named. Facts: platform semantics 5.7. */
export const registered: CheckpointKeeper = {
  says: 'are in the model registry',
  saysOfExperiment: 'are registered as model versions',
  needed: async (db, uuids, viewer) => {
    // Of several versions the newest is named.
    const rows = await db
      .selectFrom('model_versions as v')
      .innerJoin('models as m', 'm.id', 'v.model_id')
      .select(['v.checkpoint_uuid as uuid', 'v.version', 'm.id', 'm.name', 'm.workspace_id'])
      .where('v.checkpoint_uuid', '=', (eb) => eb.fn.any(eb.val(uuids)))
      .orderBy('v.id')
      .execute();
    return new Map(
      rows.map(({ uuid, version, id, name, workspace_id }) => [
        uuid,
        viewer && sees('model', viewer, workspace_id)
          ? `registered to ${name} (model #${id}), version ${version}`
          : 'registered to an unknown model',
      ]),
    );
  },
};

/** Whether a checkpoint is a version of a model that the caller may see: that opens it to him. Facts: 9.3. */
export async function isOfVisibleModel(db: Db, viewer: Pick<Context, 'rights'>, uuid: string): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`select exists (
    select 1 from model_versions v join models m on m.id = v.model_id
    where v.checkpoint_uuid = ${uuid} and ${visible('model', viewer, { workspace: 'm.workspace_id' })}) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}
