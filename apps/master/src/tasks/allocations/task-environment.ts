import type { Master } from '#platform/master.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';

/** The variables that every task is given. Facts: trial runtime 2.1. */
export function taskEnvironment(
  master: Master,
  task: { row: AllocationRow; type: string; owner: string; sessionToken: string; userToken: string },
): Record<string, string> {
  const { row } = task;
  const address = new URL(master.address);
  return {
    DET_MASTER: master.address,
    DET_MASTER_ADDR: address.hostname,
    DET_MASTER_HOST: address.hostname,
    DET_MASTER_PORT: address.port,
    DET_CLUSTER_ID: master.clusterId,
    DET_MASTER_ID: master.masterId,
    DET_AGENT_ID: row.agent_id,
    DET_SLOT_IDS: JSON.stringify(row.slot_ids),
    DET_TASK_ID: row.task_id,
    DET_ALLOCATION_ID: row.id,
    DET_TASK_TYPE: task.type,
    DET_SESSION_TOKEN: task.sessionToken,
    DET_USER_TOKEN: task.userToken,
    DET_USER: task.owner,
    DET_RESOURCES_ID: row.container_id,
    DET_CONTAINER_ID: row.container_id,
    DET_RESOURCES_TYPE: 'docker-container',
    DET_USE_TLS: 'false',
    DET_TASK_LOGGING_METADATA: JSON.stringify({ allocation_id: row.id, task_id: row.task_id }),
    DET_SEGMENT_ENABLED: 'false',
  };
}
