import { randomUUID } from 'node:crypto';
import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { createGenericTaskRoute } from '@determined/contract/tasks/generic-tasks-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { createJob } from '../../cluster/job-queue/shared/job-store.ts';
import { keepEnvironment } from '../environments/shared/environment-store.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { createTasks } from '../tasks/shared/task-store.ts';
import { withoutJob } from './generic-task-config.ts';
import { requestRun } from './generic-task-life.ts';
import { recordState } from './generic-task-state.ts';
import { insertGenericTask, lockGenericTask, storeContext } from './generic-task-store.ts';
import { type PreparedGenericTask, prepareGenericTask } from './prepare-generic-task.ts';

export const createGenericTask: Handler<typeof createGenericTaskRoute> = async (request, ctx) => {
  const prepared = await prepareGenericTask(ctx, request);
  const taskId = await inTransaction(ctx.db, (tx) => storeGenericTask(ctx, tx, prepared));
  return { taskId, warnings: prepared.pool.warnings };
};

/** Stores a task with its files and job, in the queue. Gives its id. */
async function storeGenericTask({ master, user }: Context, tx: Tx, prepared: PreparedGenericTask): Promise<string> {
  const { settings, context, packages, parentId } = prepared;
  if (parentId !== null) await holdParent(tx, parentId);
  if (context?.archive) await storeContext(tx, context.hash, context.archive);
  const [id, jobId, at] = [randomUUID(), randomUUID(), master.clock.now()];
  const { priority, weight, max_slots, is_single_node } = settings.resources;
  await createJob(tx, {
    id: jobId,
    kind: 'GENERIC',
    owner_id: user.id,
    submitted_at: at.toISOString(),
    priority,
    weight,
    max_slots,
    pool: prepared.pool.name,
    // Making room for others would be the end of what it has done so far.
    preemptible: false,
    single_agent: is_single_node,
  });
  const environment = packages ? await keepEnvironment(tx, packages) : null;
  await createTasks(tx, [
    { id, type: 'GENERIC', job_id: jobId, start_time: at.toISOString(), environment_id: environment },
  ]);
  const row = await insertGenericTask(tx, {
    task_id: id,
    project_id: prepared.projectId,
    parent_id: parentId,
    forked_from: prepared.forkedFrom,
    state: 'ACTIVE',
    no_pause: prepared.noPause,
    config: JSON.stringify(prepared.config),
    settings: JSON.stringify(withoutJob(settings)),
    context_hash: context?.hash ?? null,
  });
  const by = { userId: user.id, reason: 'created' };
  await recordState(tx, id, { from: null, to: 'ACTIVE' }, { ...by, at });
  if (prepared.unmounted.length > 0) {
    const text = `Tasks run without containers here: nothing is mounted at ${prepared.unmounted.join(', ')}.`;
    await appendMasterLine(master, tx, id, 'WARNING', text);
  }
  await requestRun(master, tx, row, { by: 'user', ...by });
  return id;
}

/** Whoever ends the parent meanwhile waits, and ends this one with it. */
async function holdParent(tx: Tx, id: string): Promise<void> {
  const parent = await lockGenericTask(tx, id, 'keep');
  if (!parent) throw notFound('task', id);
  if (parent.state === 'STOPPING_CANCELED' || parent.state === 'CANCELED') {
    throw failedPrecondition(`cannot create a child of task ${id} as it is in state '${parent.state}'`);
  }
}
