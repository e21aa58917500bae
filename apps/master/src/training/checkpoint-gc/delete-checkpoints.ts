import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type {
  checkpointsRemoveFilesRoute,
  deleteCheckpointsRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { namedUuids } from '../checkpoints/shared/checkpoint-uuid.ts';
import { refuseNeeded } from '../checkpoints/shared/kept-checkpoints.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { everyFile, requestGc } from './shared/request-gc.ts';

/** Facts: platform semantics 5.7. The checkpoints change when the task that deletes their files has run. */
export const deleteCheckpoints: Handler<typeof deleteCheckpointsRoute> = async ({ checkpointUuids }, ctx) => {
  await deleteFiles(ctx, checkpointUuids, everyFile);
  return {};
};

/** The files that match; without a glob the task only looks again which files there are. */
export const removeCheckpointFiles: Handler<typeof checkpointsRemoveFilesRoute> = async (request, ctx) => {
  const { checkpointUuids, checkpointGlobs } = request;
  for (const glob of checkpointGlobs) {
    if (glob === '') throw invalidArgument('cannot have empty string glob');
    if (glob.includes('..')) throw invalidArgument(`glob '${glob}' cannot contain '..'`);
  }
  await deleteFiles(ctx, checkpointUuids, checkpointGlobs);
  return {};
};

async function deleteFiles(ctx: Context, named: readonly string[], globs: readonly string[]): Promise<void> {
  const { master, db, user } = ctx;
  const uuids = namedUuids(named);
  if (uuids.length === 0) return;
  await inTransaction(db, async (tx) => {
    const owners = new Set((await existing(tx, uuids)).flatMap((row) => row.experiment_id ?? []));
    for (const experimentId of [...owners].toSorted((left, right) => left - right)) {
      await lockExperiment(tx, experimentId);
    }
    // Only now: whoever starts from one of them holds its experiment while it becomes one that needs it.
    const found = await existing(tx, uuids);
    const missing = uuids.filter((uuid) => !found.some((row) => row.uuid === uuid));
    if (missing.length > 0) throw new ApiError('NotFound', `checkpoints '${missing.join(', ')}' not found`);
    if (globs.length > 0) await refuseNeeded(master, tx, uuids, 'deleted', ctx);
    const stored = found.filter(({ state }) => state !== 'DELETED');
    for (const [experimentId, ofExperiment] of Map.groupBy(stored, (row) => row.experiment_id)) {
      const gone = ofExperiment.map(({ uuid }) => uuid);
      if (experimentId === null) throw invalidArgument(`checkpoints '${gone.join(', ')}' belong to no experiment`);
      for (const id of gone) await recordAudit(tx, ctx, { action: 'delete', kind: 'checkpoint', id, after: { globs } });
      await requestGc(master, tx, experimentId, { purpose: 'checkpoints', uuids: gone, globs, userId: user.id });
    }
  });
}

const existing = (tx: Tx, uuids: readonly string[]) =>
  tx
    .selectFrom('checkpoints')
    .select(['uuid', 'experiment_id', 'state'])
    .where('uuid', '=', (eb) => eb.fn.any(eb.val(uuids)))
    .execute();
