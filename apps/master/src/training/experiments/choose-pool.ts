import { invalidArgument } from '@determined/contract/errors.ts';
import { poolOverCluster, type TaskContainerDefaults } from '#platform/config/format/task-container-defaults.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { Master } from '#platform/master.ts';
import { poolSlots } from '../../cluster/resource-managers/shared/pool-slots.ts';
import { availablePools } from '../../organisation/workspaces/shared/available-pools.ts';

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

/** The pool an experiment runs in, and whether it can ever hold it. Facts: platform semantics 4.7. */
export async function choosePool(
  master: Master,
  resources: { resource_pool?: string | null; slots_per_trial: number },
  workspace: { workspaceId: number; defaultComputePool: string; defaultAuxPool: string },
): Promise<ChosenPool> {
  const { resource_manager: cluster, resource_pools: pools, launch_error: launchError } = master.config;
  const [ofWorkspace, ofCluster] =
    resources.slots_per_trial === 0
      ? [workspace.defaultAuxPool, cluster.default_aux_resource_pool]
      : [workspace.defaultComputePool, cluster.default_compute_resource_pool];
  const name = resources.resource_pool || ofWorkspace || ofCluster;
  await checkPoolName(master, name, workspace.workspaceId);
  const pool = pools.find(({ pool_name }) => pool_name === name);
  const [asked, slots] = [resources.slots_per_trial, await poolSlots(master.db, name)];
  const exceeded = asked > slots;
  if (exceeded && launchError)
    throw refuse(`slots requested exceeds cluster capacity: ${asked} a trial, ${slots} in resource pool ${name}`);
  return {
    name,
    defaultPriority: schedulerOf(master.config, name).default_priority,
    taskContainerDefaults: poolOverCluster(pool?.task_container_defaults ?? {}, master.config.task_container_defaults),
    own: { taskContainerDefaults: pool?.task_container_defaults ?? {}, priority: pool?.scheduler?.default_priority },
    namedBy: resources.resource_pool ? undefined : ofWorkspace ? 'workspace' : 'cluster',
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
