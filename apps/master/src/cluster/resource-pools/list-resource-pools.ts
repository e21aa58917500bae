import type {
  FittingPolicy,
  ResourcePool,
  SchedulerType,
} from '@determined/contract/cluster/resource-pools-generated.ts';
import type {
  getKubernetesResourceManagersRoute,
  getResourcePoolsRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { pageOf } from '@determined/contract/paging.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { type MasterConfig, managerOfPool, type SchedulerConfig, schedulerOf } from '#platform/config/master-config.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deviceType } from '../agents/shared/device-view.ts';
import { type Machine, readMachines } from '../agents/shared/read-machines.ts';
import { countJobs, type JobCounts, queuesByPool } from '../job-queue/shared/queues-by-pool.ts';
import { slotsOfPool } from '../resource-managers/shared/agent-store.ts';
import { poolsOutOfSight } from './pools-out-of-sight.ts';

/** The pools by name, with what their machines and queues are like now. Facts: platform semantics 4.7. */
export const listResourcePools: Handler<typeof getResourcePoolsRoute> = async (request, ctx) => {
  const [machines, queues, hidden, bindings] = await Promise.all([
    readMachines(ctx.db),
    queuesByPool(ctx.master),
    poolsOutOfSight(ctx),
    ctx.db.selectFrom('pool_bindings').select('pool_name').distinct().execute(),
  ]);
  const bound = new Set(bindings.map(({ pool_name }) => pool_name));
  const { config } = ctx.master;
  const pools = config.resource_pools
    .filter(({ pool_name }) => !hidden.has(pool_name) && (!request.unbound || !bound.has(pool_name)))
    .toSorted((a, b) => (a.pool_name < b.pool_name ? -1 : 1))
    .map((pool) => {
      const serving = machines.filter((machine) => machine.pools.includes(pool.pool_name));
      return poolView(config, pool, serving, countJobs(queues.get(pool.pool_name) ?? []));
    });
  const { items, pagination } = pageOf(pools, request);
  return { resourcePools: items, pagination };
};

const fittingPolicies: Record<'best' | 'worst', FittingPolicy> = {
  best: 'FITTING_POLICY_BEST',
  worst: 'FITTING_POLICY_WORST',
};

const schedulerTypes: Record<SchedulerConfig['type'], SchedulerType> = {
  priority: 'SCHEDULER_TYPE_PRIORITY',
  fair_share: 'SCHEDULER_TYPE_FAIR_SHARE',
};

function poolView(
  config: MasterConfig,
  pool: MasterConfig['resource_pools'][number],
  machines: Machine[],
  stats: JobCounts,
): Input<ResourcePool> {
  const { resource_manager: manager } = config;
  const scheduler = schedulerOf(config, pool.pool_name);
  const slots = machines.flatMap(({ node, switches }) =>
    slotsOfPool(node.slots, pool.pool_name).filter(({ id }) => switches.slot(id).enabled),
  );
  const running = machines.flatMap((machine) => machine.running).filter((one) => one.resource_pool === pool.pool_name);
  const [first] = slots;
  return {
    name: pool.pool_name,
    description: pool.description,
    type: 'RESOURCE_POOL_TYPE_STATIC',
    numAgents: machines.length,
    slotsAvailable: slots.length,
    slotsUsed: running.reduce((sum, { slot_ids }) => sum + slot_ids.length, 0),
    slotType: first ? deviceType(first) : 'TYPE_UNSPECIFIED',
    auxContainerCapacity:
      machines.filter(({ switches }) => switches.agent.enabled).length * pool.max_aux_containers_per_agent,
    auxContainersRunning: running.filter(({ slot_ids }) => slot_ids.length === 0).length,
    auxContainerCapacityPerAgent: pool.max_aux_containers_per_agent,
    defaultComputePool: pool.pool_name === manager.default_compute_resource_pool,
    defaultAuxPool: pool.pool_name === manager.default_aux_resource_pool,
    slotsPerAgent: -1,
    schedulerType: schedulerTypes[scheduler.type],
    schedulerFittingPolicy: fittingPolicies[scheduler.fitting_policy],
    location: 'on-prem',
    details:
      scheduler.type === 'fair_share'
        ? {}
        : { priorityScheduler: { preemption: scheduler.preemption, defaultPriority: scheduler.default_priority } },
    stats,
    clusterName: (managerOfPool(config, pool.pool_name)?.resource_manager ?? manager).cluster_name,
  };
}

/** Of the engines that are configured: their names. */
export const getKubernetesResourceManagers: Handler<typeof getKubernetesResourceManagersRoute> = async (
  _request,
  { master },
) => ({
  resourceManagers: master.config.additional_resource_managers.flatMap(
    ({ resource_manager: { type, cluster_name } }) => (type === 'kubernetes' ? [cluster_name] : []),
  ),
});
