import { ApiError, alreadyExists, invalidArgument, notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Context, isTaskSession } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { equalJson, type JsonValue } from '../metrics/shared/metric-values.ts';
import { metricsAtStep } from './checkpoint-metrics.ts';
import { insertCheckpoint, lockOwners, type NewCheckpoint, updateTotals } from './checkpoint-store.ts';
import { checkpointsChanged } from './shared/checkpoint-events.ts';
import { uuidProblem } from './shared/checkpoint-uuid.ts';

type Reported = NonNullable<RequestOf<typeof reportCheckpointRoute>['checkpoint']>;

/** A task has saved a checkpoint. The same report again is a client's retry and changes nothing. */
export const reportCheckpoint: Handler<typeof reportCheckpointRoute> = async ({ checkpoint }, ctx) => {
  if (!checkpoint) throw invalidArgument('checkpoint must be given');
  check(checkpoint);
  await inTransaction(ctx.db, async (tx) => {
    const owner = await ownerOf(tx, checkpoint.taskId);
    checkReporter(owner, checkpoint.taskId, ctx);
    await lockOwners(tx, [owner]);
    const reported = await toStore(tx, checkpoint, owner, ctx.master.clock.now().toISOString());
    if (!(await insertCheckpoint(tx, reported))) {
      if (await isRetry(tx, reported)) return;
      throw alreadyExists(`error adding checkpoint metadata: checkpoint '${reported.uuid}' was reported before`);
    }
    await updateTotals(tx, [owner]);
    publish(tx, checkpointsChanged, {
      trialIds: owner.trial_id === null ? [] : [owner.trial_id],
      experimentIds: owner.experiment_id === null ? [] : [owner.experiment_id],
    });
  });
  return {};
};

function check({ uuid, state, resources, metadata }: Reported): void {
  const refuse = (text: string) => invalidArgument(`unconvertable checkpoint: ${text}`);
  if (uuidProblem(uuid)) {
    throw refuse(`rpc error: code = InvalidArgument desc = converting checkpoint: string ${uuid} is not a valid uuid`);
  }
  if (state !== 'STATE_COMPLETED' && state !== 'STATE_UNSPECIFIED') {
    throw refuse(`rpc error: code = InvalidArgument desc = invalid state for reported checkpoint: ${state}`);
  }
  for (const [path, size] of Object.entries(resources)) {
    if (size < 0) throw refuse(`the size of '${path}' is negative`);
  }
  const steps = stepsOf(metadata);
  if (steps !== (steps | 0)) throw refuse(`steps_completed is out of range: ${steps}`);
}

/** 0 for a checkpoint that does not say. */
function stepsOf(metadata: Reported['metadata']): number {
  return typeof metadata?.steps_completed === 'number' ? Math.trunc(metadata.steps_completed) : 0;
}

interface Owner {
  trial_id: number | null;
  experiment_id: number | null;
  unmanaged: boolean | null;
  searcher_metric: string | null;
  smaller_is_better: boolean | null;
}

async function ownerOf(tx: Tx, taskId: string): Promise<Owner> {
  const task = await tx
    .selectFrom('tasks as k')
    .leftJoin('trial_tasks as o', 'o.task_id', 'k.id')
    .leftJoin('trials as t', 't.id', 'o.trial_id')
    .leftJoin('experiments as e', 'e.id', 't.experiment_id')
    .select(['o.trial_id', 't.experiment_id', 'e.unmanaged', 'e.searcher_metric', 'e.smaller_is_better'])
    .where('k.id', '=', taskId)
    .executeTakeFirst();
  if (!task) throw notFound('task', taskId);
  return task;
}

/** As with metrics: the task itself, and people who may edit the experiment, which was asked before. */
function checkReporter(owner: Owner, taskId: string, { session }: Context): void {
  if (!isTaskSession(session) || session.taskId === taskId) return;
  // What works in a task may report to unmanaged trials.
  if (session.kind === 'allocation' || !owner.unmanaged)
    throw permissionDenied(`only the task itself may report checkpoints of task ${taskId}`);
}

async function toStore(tx: Tx, checkpoint: Reported, owner: Owner, now: string): Promise<NewCheckpoint> {
  const metadata = checkpoint.metadata ?? {};
  const steps = stepsOf(metadata);
  const storageId = checkpoint.storageId ?? null;
  if (storageId !== null) await checkStorage(tx, storageId);
  const searcher = { name: owner.searcher_metric ?? '', smallerIsBetter: owner.smaller_is_better ?? true };
  return {
    uuid: checkpoint.uuid.toLowerCase(),
    task_id: checkpoint.taskId,
    allocation_id: checkpoint.allocationId ?? null,
    trial_id: owner.trial_id,
    experiment_id: owner.experiment_id,
    report_time: checkpoint.reportTime ?? now,
    steps,
    resources: checkpoint.resources,
    metadata,
    storage_id: storageId,
    ...(owner.trial_id === null
      ? { training_metrics: null, validation_metrics: null, searcher_metric: null }
      : await metricsAtStep(tx, owner.trial_id, steps, searcher)),
  };
}

async function checkStorage(tx: Tx, id: number): Promise<void> {
  const known = await tx.selectFrom('storage_backends').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new ApiError('NotFound', `storage backend '${id}' not found`);
}

async function isRetry(tx: Tx, reported: NewCheckpoint): Promise<boolean> {
  const stored = await tx
    .selectFrom('checkpoints')
    .select(['task_id', 'resources', 'metadata'])
    .where('uuid', '=', reported.uuid)
    .executeTakeFirst();
  return (
    stored?.task_id === reported.task_id &&
    equalJson(stored.resources, reported.resources) &&
    // Free-form objects are what JSON text held.
    equalJson(stored.metadata as JsonValue, reported.metadata as JsonValue)
  );
}
