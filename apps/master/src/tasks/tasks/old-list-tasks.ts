import type { RawHandler } from '#platform/http/serve.ts';
import { containerType, type OpenAllocation, openAllocations } from './list-tasks.ts';

/** `GET /tasks`, as scripts of old know it: by allocation, in snake_case. Facts: contract, non-proto routes. */
export const oldListTasks: RawHandler = async (_request, reply, ctx) => {
  const open = await openAllocations(ctx);
  const shown = Object.fromEntries(open.map((each) => [each.allocationId, oldSummary(each)]));
  return reply.type('application/json; charset=UTF-8').send(JSON.stringify(shown));
};

function oldSummary(open: OpenAllocation) {
  return {
    task_id: open.taskId,
    allocation_id: open.allocationId,
    name: open.name,
    registered_time: open.registeredTime,
    resource_pool: open.resourcePool,
    slots_needed: open.slotsNeeded,
    resources: open.places.map(({ containerId, agentId, slots }) => ({
      resources_id: containerId,
      resources_type: containerType,
      allocation_id: open.allocationId,
      agent_devices: { [agentId]: slots.map(({ id, brand, uuid, type }) => ({ id, brand, uuid, type })) },
      container_id: containerId,
      Started: null,
      Exited: null,
    })),
    scheduler_type: open.schedulerType,
    priority: open.priority,
  };
}
