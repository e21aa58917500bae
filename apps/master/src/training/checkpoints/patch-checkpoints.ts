import { ApiError } from '@determined/contract/errors.ts';
import type { patchCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { isTaskSession } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { lockOwners, updateFiles, updateTotals } from './checkpoint-store.ts';
import { checkpointsChanged } from './shared/checkpoint-events.ts';
import { namedUuids } from './shared/checkpoint-uuid.ts';
import { refuseNeeded } from './shared/kept-checkpoints.ts';

/**
 * What is left of checkpoints after files were removed: nothing makes them DELETED, fewer files PARTIALLY_DELETED.
 * Facts: platform semantics 5.7.
 */
export const patchCheckpoints: Handler<typeof patchCheckpointsRoute> = async ({ checkpoints }, ctx) => {
  const uuids = namedUuids(checkpoints.map((checkpoint) => checkpoint.uuid));
  if (uuids.length === 0) return {};
  const { session, user, master } = ctx;
  const reason = isTaskSession(session)
    ? `task ${session.taskId} told what files are left`
    : 'a user told what files are left';
  const change = { reason, userId: isTaskSession(session) ? null : user.id, at: master.clock.now() };
  await inTransaction(ctx.db, async (tx) => {
    const owners = await tx
      .selectFrom('checkpoints')
      .select(['uuid', 'trial_id', 'experiment_id'])
      .where('uuid', 'in', uuids)
      .execute();
    const missing = uuids.filter((uuid) => !owners.some((owner) => owner.uuid === uuid));
    if (missing.length > 0) throw new ApiError('NotFound', `checkpoints '${missing.join(', ')}' not found`);
    await lockOwners(tx, owners);
    const changes = [];
    for (const patch of checkpoints) {
      if (!patch.resources) continue;
      const uuid = patch.uuid.toLowerCase();
      const stored = await tx
        .selectFrom('checkpoints')
        .select(['id', 'resources', 'state'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      const left = patch.resources.resources;
      const gone = Object.keys(left).length === 0;
      const fewer = gone || !sameFiles(stored.resources, left);
      const state = gone ? 'DELETED' : fewer ? 'PARTIALLY_DELETED' : stored.state;
      changes.push({ uuid, stored, state, fewer, left: gone ? undefined : left });
    }
    const losing = changes.filter(({ fewer }) => fewer).map(({ uuid }) => uuid);
    // What a task has found is so.
    if (!isTaskSession(session)) await refuseNeeded(master, tx, losing, 'patched', ctx);
    for (const { stored, state, left } of changes) await updateFiles(tx, stored, state, change, left);
    await updateTotals(tx, owners);
    publish(tx, checkpointsChanged, {
      trialIds: owners.flatMap((owner) => owner.trial_id ?? []),
      experimentIds: owners.flatMap((owner) => owner.experiment_id ?? []),
    });
  });
  return {};
};

/** The harness writes metadata.json besides what the user saved: that it appears is no change. */
function sameFiles(before: Record<string, number>, after: Record<string, number>): boolean {
  const names = Object.keys(after).filter((name) => name !== 'metadata.json' || Object.hasOwn(before, name));
  return names.length === Object.keys(before).length && names.every((name) => before[name] === after[name]);
}
