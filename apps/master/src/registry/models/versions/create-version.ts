import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { postModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { checkpointsGoing } from '../../../training/checkpoint-gc/shared/checkpoints-going.ts';
import { namedUuids } from '../../../training/checkpoints/shared/checkpoint-uuid.ts';
import { requireCheckpoint } from '../../../training/checkpoints/shared/kept-checkpoints.ts';
import { refuseArchived } from '../model-rules.ts';
import { holdModel } from '../model-store.ts';
import { insertVersion } from './version-store.ts';
import { readVersion } from './version-view.ts';

/** Registers a checkpoint as the model's next version. Facts: platform semantics 10.3. */
export const createModelVersion: Handler<typeof postModelVersionRoute> = async (request, ctx) => {
  const { modelName, name, comment, labels, notes } = request;
  const [uuid = ''] = namedUuids([request.checkpointUuid]);
  const modelVersion = await inTransaction(ctx.db, async (tx) => {
    const model = await holdModel(tx, modelName);
    // Who may not see it is told the same as of one that is not there.
    await requireCheckpoint(ctx, uuid, tx);
    refuseArchived(model, 'register new versions');
    await holdCheckpoint(tx, uuid);
    const metadata = JSON.stringify(request.metadata ?? {});
    const own = { checkpoint_uuid: uuid, name, comment, labels, notes, metadata, user_id: ctx.user.id };
    const row = await insertVersion(tx, model, own);
    const deed = { action: 'create', kind: 'modelVersion', id: row.id, name: `${model.name} ${row.version}` } as const;
    await recordAudit(tx, ctx, { ...deed, after: { checkpoint_uuid: uuid } });
    return readVersion(tx, row);
  });
  return { modelVersion };
};

/** What is registered is whole and stays: who deletes it holds its experiment, and finds the version afterwards. */
async function holdCheckpoint(tx: Tx, uuid: string): Promise<void> {
  const read = () =>
    tx.selectFrom('checkpoints').select(['experiment_id', 'state']).where('uuid', '=', uuid).executeTakeFirst();
  const asked = tx
    .selectFrom('experiments')
    .select(['id', 'state'])
    .where('id', '=', (await read())?.experiment_id ?? 0);
  const [source] = await lockRows(tx, 'work', asked, { to: 'keep', key: 'id' });
  // Read again under the lock: its files may be gone by now, or on their way.
  const checkpoint = await read();
  if (!checkpoint || source?.state === 'DELETING') throw notFound('checkpoint', uuid);
  if (checkpoint.state !== 'COMPLETED')
    throw failedPrecondition(
      `checkpoint ${uuid} is in STATE_${checkpoint.state} state. checkpoints for model versions must be in a COMPLETED state`,
    );
  if (source && (await checkpointsGoing(tx, source.id)).has(uuid))
    throw failedPrecondition(`files of checkpoint ${uuid} are being deleted`);
}
