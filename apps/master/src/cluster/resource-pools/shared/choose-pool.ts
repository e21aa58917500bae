import { invalidArgument } from '@determined/contract/errors.ts';
import { poolOverCluster, type TaskContainerDefaults } from '#platform/config/format/task-container-defaults.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { Master } from '#platform/master.ts';
import { availablePools } from '../../../organisation/workspaces/shared/available-pools.ts';
import { poolSlots } from '../../resource-managers/shared/pool-slots.ts';

export interface ChosenPool {
  name: string;
  defaultPriority: number;
  taskContainerDefaults: TaskContainerDefaults;
  warnings: 'LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED'[];
  /** What of it is the pool's own. */
  own: { taskContainerDefaults: TaskContainerDefaults; priority?: number };
  /** Who named it, where the configuration did not. */
  namedBy?: 'workspace' | 'cluster';
}

/** The pool that work runs in, and whether it can ever hold it. Facts: platform semantics 4.7. */
export async function choosePool(
  master: Master,
  /** The name that it gives, if any, and the slots of one of its tasks. */
  asked: { name: string; slots: number; each?: 'task' },
  workspace: { workspaceId: number; defaultComputePool: string; defaultAuxPool: string },
): Promise<ChosenPool> {
  const { resource_manager: cluster, resource_pools: pools, launch_error: launchError } = master.config;
  const [ofWorkspace, ofCluster] =
    asked.slots === 0
      ? [workspace.defaultAuxPool, cluster.default_aux_resource_pool]
      : [workspace.defaultComputePool, cluster.default_compute_resource_pool];
  const name = asked.name || ofWorkspace || ofCluster;
  await checkPoolName(master, name, workspace.workspaceId);
  const pool = pools.find(({ pool_name }) => pool_name === name);
  const slots = await poolSlots(master.db, name);
  const exceeded = asked.slots > slots;
  if (exceeded && launchError)
    throw refuse(
      `slots requested exceeds cluster capacity: ${asked.slots} a ${asked.each ?? 'trial'}, ${slots} in resource pool ${name}`,
    );
  return {
    name,
    defaultPriority: schedulerOf(master.config, name).default_priority,
    taskContainerDefaults: poolOverCluster(pool?.task_container_defaults ?? {}, master.config.task_container_defaults),
    own: { taskContainerDefaults: pool?.task_container_defaults ?? {}, priority: pool?.scheduler?.default_priority },
    namedBy: asked.name ? undefined : ofWorkspace ? 'workspace' : 'cluster',
    warnings: exceeded ? ['LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED'] : [],
  };
}

const refuse = (text: string) => invalidArgument(`invalid resource configuration: ${text}`);

/** A pool that is named has to be there for the workspace, also where nothing will be started in it. */
export async function checkPoolName(master: Master, name: string, workspaceId: number): Promise<void> {
  if (name === '' || (await availablePools(master.db, master.config, workspaceId)).includes(name)) return;
  throw refuse(
    `rpc error: code = InvalidArgument desc = resource pool ${name} does not exist or is not available to workspace id ${workspaceId}`,
  );
}
