import type { AllocationSummary } from '@determined/contract/tasks/tasks-generated.ts';
import type { getActiveTasksCountRoute, getTasksRoute } from '@determined/contract/tasks/tasks-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { LauncherSlot } from '@determined/launchers/launcher.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deviceView } from '../../cluster/agents/shared/device-view.ts';
import { type Machine, readMachines } from '../../cluster/agents/shared/read-machines.ts';
import { jobSubjects } from '../../cluster/job-queue/shared/job-kinds.ts';
import { sees } from '../../identity/roles/shared/visible.ts';
import { openPlaces, type PlaceRow } from '../allocations/shared/place-store.ts';
import { taskKinds } from '../shared/task-kind.ts';

export const listTasks: Handler<typeof getTasksRoute> = async (_request, ctx) => {
  const open = await openAllocations(ctx);
  return { allocationIdToSummary: Object.fromEntries(open.map((each) => [each.allocationId, summaryOf(each)])) };
};

/** An allocation that waits or runs, with the places that it has. */
export interface OpenAllocation {
  taskId: string;
  allocationId: string;
  name: string;
  registeredTime: string;
  resourcePool: string;
  slotsNeeded: number;
  schedulerType: string;
  priority: number;
  places: { containerId: string; agentId: string; slots: LauncherSlot[] }[];
}

/** Everything that waits or runs and that the caller may see, by allocation. */
export async function openAllocations(ctx: Context): Promise<OpenAllocation[]> {
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
  return rows.map((row) => ({
    taskId: row.task_id,
    allocationId: row.id,
    name: names.get(row.task_id) ?? row.task_id,
    registeredTime: row.requested_at,
    resourcePool: row.resource_pool,
    slotsNeeded: row.slots,
    schedulerType: schedulerOf(master.config, row.resource_pool).type,
    priority: row.priority ?? schedulerOf(master.config, row.resource_pool).default_priority,
    places: (places.get(row.id) ?? []).map((place) => ({
      containerId: place.container_id,
      agentId: place.agent_id,
      slots: slotsOf(place, machines),
    })),
  }));
}

function slotsOf(place: PlaceRow, machines: Machine[]): LauncherSlot[] {
  const node = machines.find((machine) => machine.node.id === place.agent_id)?.node;
  return (node?.slots ?? []).filter(({ id }) => place.slot_ids.includes(id));
}

function summaryOf({ places, ...rest }: OpenAllocation): Input<AllocationSummary> {
  const resources = places.map(({ containerId, agentId, slots }) => ({
    resourcesId: containerId,
    resourcesType: containerType,
    allocationId: rest.allocationId,
    agentDevices: { [agentId]: { devices: slots.map(deviceView) } },
    containerId,
  }));
  return { ...rest, resources };
}

/** What clients know; the launcher's process stands for the container. */
export const containerType = 'docker-container';

/** Those whose jobs lie where the caller may see tasks; nothing is looked up for who sees everything. */
async function seenOf<T extends { job_id: string; kind: string }>(ctx: Context, rows: T[]): Promise<T[]> {
  if (sees('task', ctx, null)) return rows;
  const jobs = rows.map(({ job_id: id, kind }) => ({ id, kind }));
  const subjects = await jobSubjects(ctx.db, jobs);
  return rows.filter(({ job_id }) => sees('task', ctx, subjects.get(job_id)?.workspaceId ?? null));
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
