import type { Master } from '#platform/master.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import type { PlaceRow } from './shared/place-store.ts';

/** The variables that every task is given. Facts: trial runtime 2.1. */
export function taskEnvironment(
  master: Master,
  task: {
    row: AllocationRow;
    place: PlaceRow;
    type: string;
    owner: string;
    resourcesType: string;
    tokens: Record<'allocation' | 'task', string>;
  },
): Record<string, string> {
  const { row, place } = task;
  const [own = master.address, ...others] = master.advertised;
  const address = new URL(own);
  return {
    DET_MASTER: own,
    ...(others.length > 0 ? { DET_MASTER_URLS: JSON.stringify(master.advertised) } : {}),
    DET_MASTER_ADDR: address.hostname,
    DET_MASTER_HOST: address.hostname,
    DET_MASTER_PORT: address.port,
    DET_CLUSTER_ID: master.clusterId,
    DET_MASTER_ID: master.masterId,
    DET_AGENT_ID: place.agent_id,
    DET_SLOT_IDS: JSON.stringify(place.slot_ids),
    DET_TASK_ID: row.task_id,
    DET_ALLOCATION_ID: row.id,
    DET_TASK_TYPE: task.type,
    DET_SESSION_TOKEN: task.tokens.allocation,
    DET_USER_TOKEN: task.tokens.task,
    DET_USER: task.owner,
    DET_RESOURCES_ID: place.container_id,
    DET_CONTAINER_ID: place.container_id,
    DET_RESOURCES_TYPE: task.resourcesType,
    DET_USE_TLS: 'false',
    DET_TASK_LOGGING_METADATA: JSON.stringify({ allocation_id: row.id, task_id: row.task_id }),
    DET_SEGMENT_ENABLED: 'false',
  };
}
