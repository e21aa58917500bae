import type { AllocationSummary } from '@determined/contract/tasks/tasks-generated.ts';
import type { getActiveTasksCountRoute, getTasksRoute } from '@determined/contract/tasks/tasks-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deviceView } from '../../cluster/agents/shared/device-view.ts';
import { type Machine, readMachines } from '../../cluster/agents/shared/read-machines.ts';
import { jobSubjects } from '../../cluster/job-queue/shared/job-kinds.ts';
import { sees } from '../../identity/roles/shared/visible.ts';
import { openPlaces, type PlaceRow } from '../allocations/shared/place-store.ts';
import { taskKinds } from '../shared/task-kind.ts';

/** Everything that waits or runs, by allocation. */
export const listTasks: Handler<typeof getTasksRoute> = async (_request, ctx) => {
  const { master, db } = ctx;
  const [open, machines, places] = await Promise.all([
    db
      .selectFrom('allocations as a')
      .innerJoin('tasks as t', 't.id', 'a.task_id')
      .innerJoin('jobs as j', 'j.id', 't.job_id')
      .selectAll('a')
      .select(['t.type', 'j.priority', 'j.id as job_id', 'j.kind'])
      .where('a.state', '<>', 'TERMINATED')
      .orderBy('a.id')
      .execute(),
    readMachines(db),
    openPlaces(db),
  ]);
  const rows = await seenOf(ctx, open);
  const names = new Map<string, string>();
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
    const found = await taskKinds(master)
      .get(type)
      ?.names(db, [...new Set(ofType.map((row) => row.task_id))]);
    for (const [taskId, name] of found ?? []) names.set(taskId, name);
  }
  const summaries: Record<string, Input<AllocationSummary>> = {};
  for (const row of rows) {
    summaries[row.id] = {
      taskId: row.task_id,
      allocationId: row.id,
      name: names.get(row.task_id) ?? row.task_id,
      registeredTime: row.requested_at,
      resourcePool: row.resource_pool,
      slotsNeeded: row.slots,
      resources: (places.get(row.id) ?? []).map((place) => resourcesOf(place, machines)),
      schedulerType: 'priority',
      priority: row.priority ?? master.config.resource_manager.scheduler.default_priority,
    };
  }
  return { allocationIdToSummary: summaries };
};

/** Those whose jobs lie where the caller may see tasks; nothing is looked up for who sees everything. */
async function seenOf<T extends { job_id: string; kind: string }>(ctx: Context, rows: T[]): Promise<T[]> {
  if (sees('task', ctx, null)) return rows;
  const jobs = rows.map(({ job_id: id, kind }) => ({ id, kind }));
  const subjects = await jobSubjects(ctx.db, jobs);
  return rows.filter(({ job_id }) => sees('task', ctx, subjects.get(job_id)?.workspaceId ?? null));
}

function resourcesOf(place: PlaceRow, machines: Machine[]): NonNullable<Input<AllocationSummary>['resources']>[number] {
  const node = machines.find((machine) => machine.node.id === place.agent_id)?.node;
  const devices = (node?.slots ?? []).filter(({ id }) => place.slot_ids.includes(id)).map(deviceView);
  return {
    resourcesId: place.container_id,
    // What clients know; the launcher's process stands for the container.
    resourcesType: 'docker-container',
    allocationId: place.allocation_id,
    agentDevices: { [place.agent_id]: { devices } },
    containerId: place.container_id,
  };
}

/** What runs for people, by kind. */
export const countActiveTasks: Handler<typeof getActiveTasksCountRoute> = async (_request, ctx) => {
  const rows = await ctx.db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .select(['t.type', 'j.id as job_id', 'j.kind'])
    // Not only RUNNING: this is what the index of open allocations holds.
    .where('a.state', '<>', 'TERMINATED')
    .where('a.state', '=', 'RUNNING')
    .execute();
  const seen = await seenOf(ctx, rows);
  const count = (type: string) => seen.filter((row) => row.type === type).length;
  return {
    commands: count('COMMAND'),
    notebooks: count('NOTEBOOK'),
    shells: count('SHELL'),
    tensorboards: count('TENSORBOARD'),
  };
};
