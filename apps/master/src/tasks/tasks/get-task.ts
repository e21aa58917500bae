import { notFound } from '@determined/contract/errors.ts';
import type { TaskType } from '@determined/contract/tasks/tasks-generated.ts';
import type { getTaskAcceleratorDataRoute, getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { allocationView } from '../allocations/shared/allocation-view.ts';
import { refuseGone } from '../shared/refuse-gone.ts';
import { taskKinds } from '../shared/task-kind.ts';

/** A task with its allocations, the latest first. */
export const getTask: Handler<typeof getTaskRoute> = async ({ taskId }, ctx) => {
  const task = await ctx.db.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirst();
  if (!task) throw notFound('task', taskId);
  await refuseGone(ctx.db, taskId, 'task', taskId);
  const allocations = await ctx.db
    .selectFrom('allocations')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    task: {
      taskId,
      // The table keeps the names of the wire without their prefix.
      taskType: `TASK_TYPE_${task.type}` as TaskType,
      allocations: allocations.map(allocationView),
      startTime: task.start_time,
      endTime: task.end_time ?? undefined,
      ...(await taskKinds(ctx.master).get(task.type)?.shown?.(ctx.db, taskId)),
    },
  };
};

/** Empty where nothing was reported, and for a task nobody knows. */
export const getTaskAcceleratorData: Handler<typeof getTaskAcceleratorDataRoute> = async ({ taskId }, ctx) => {
  const rows = await ctx.db
    .selectFrom('allocation_accelerators as x')
    .innerJoin('allocations as a', 'a.id', 'x.allocation_id')
    .selectAll('x')
    .select('a.resource_pool')
    .where('a.task_id', '=', taskId)
    .orderBy('a.requested_at')
    .orderBy('x.container_id')
    .orderBy('x.node_name')
    .orderBy('x.accelerator_type')
    .orderBy('x.accelerator_uuids')
    .execute();
  return {
    acceleratorData: rows.map((row) => ({
      containerId: row.container_id,
      allocationId: row.allocation_id,
      nodeName: row.node_name,
      taskId,
      acceleratorType: row.accelerator_type,
      acceleratorUuids: row.accelerator_uuids,
      resourcePool: row.resource_pool,
    })),
  };
};
