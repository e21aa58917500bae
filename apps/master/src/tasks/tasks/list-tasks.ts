import type { AllocationSummary } from '@determined/contract/tasks/tasks-generated.ts';
import type { getActiveTasksCountRoute, getTasksRoute } from '@determined/contract/tasks/tasks-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deviceView } from '../../cluster/agents/shared/device-view.ts';
import { type Machine, readMachines } from '../../cluster/agents/shared/read-machines.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { openPlaces, type PlaceRow } from '../allocations/shared/place-store.ts';
import { taskKinds } from '../shared/task-kind.ts';

/** Everything that waits or runs, by allocation. */
export const listTasks: Handler<typeof getTasksRoute> = async (_request, ctx) => {
  const { master, db } = ctx;
  const [rows, machines, places] = await Promise.all([
    db
      .selectFrom('allocations as a')
      .innerJoin('tasks as t', 't.id', 'a.task_id')
      .leftJoin('experiments as e', 'e.job_id', 't.job_id')
      .selectAll('a')
      .select(['t.type', 'e.priority'])
      .where('a.state', '<>', 'TERMINATED')
      .where(visible('task', ctx, { project: 'e.project_id' }))
      .orderBy('a.id')
      .execute(),
    readMachines(db),
    openPlaces(db),
  ]);
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
    .leftJoin('experiments as e', 'e.job_id', 't.job_id')
    .select(['t.type', (eb) => eb.fn.countAll<number>().as('count')])
    .where(visible('task', ctx, { project: 'e.project_id' }))
    // Not only RUNNING: this is what the index of open allocations holds.
    .where('a.state', '<>', 'TERMINATED')
    .where('a.state', '=', 'RUNNING')
    .groupBy('t.type')
    .execute();
  const count = (type: string) => rows.find((row) => row.type === type)?.count ?? 0;
  return {
    commands: count('COMMAND'),
    notebooks: count('NOTEBOOK'),
    shells: count('SHELL'),
    tensorboards: count('TENSORBOARD'),
  };
};
