import type { Launcher } from '@determined/launchers/launcher.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from '@determined/scheduler/scheduling-types.ts';
import { type Selectable, sql } from 'kysely';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';
import type { Master } from '#platform/master.ts';
import { poolsOf } from '../../agents/shared/launcher-of.ts';
import { readSwitches } from '../../agents/shared/switches.ts';

type AllocationRow = Selectable<AllocationsTable>;

/** What waits and what runs, as the scheduler wants it, each with its row. */
export async function openRequests(master: Master): Promise<{ row: AllocationRow; request: AllocationRequest }[]> {
  const rows = await master.db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .leftJoin('experiments as e', 'e.job_id', 't.job_id')
    .selectAll('a')
    .select(['t.job_id', 't.type', 'e.priority', 'e.submitted_at', 'e.max_slots'])
    // Not the whole configuration: it would be read for each of thousands that wait.
    .select(sql<boolean>`coalesce(e.config #> '{resources,is_single_node}' = 'true', false)`.as('single_node'))
    .select(
      sql<string[]>`array(
        select m.agent_id from log_policy_matches m where m.task_id = a.task_id and m.action = 'exclude_node')`.as(
        'blocked_agents',
      ),
    )
    .where('a.state', '<>', 'TERMINATED')
    .execute();
  return rows.map(({ job_id, type, priority, submitted_at, max_slots, single_node, blocked_agents, ...row }) => ({
    row,
    request: {
      id: row.id,
      job: {
        id: job_id ?? row.task_id,
        priority: priority ?? master.config.resource_manager.scheduler.default_priority,
        submittedAt: submitted_at ?? row.requested_at,
        maxSlots: max_slots ?? null,
        userVisible: type !== 'CHECKPOINT_GC',
      },
      requestedAt: row.requested_at,
      slots: row.slots,
      // Only trials may be spread over agents.
      singleAgent: type !== 'TRIAL' || single_node,
      preemptible: type === 'TRIAL',
      blockedAgents: blocked_agents,
      running:
        row.state === 'PENDING'
          ? null
          : {
              assignments: [{ agentId: row.agent_id, slotIds: row.slot_ids }],
              backfilled: row.backfilled,
              releasing: row.preempt || row.kill_requested,
            },
    },
  }));
}

/** The launcher's machines by pool. */
export async function poolAgents(master: Master, launcher: Launcher): Promise<Map<string, Agent[]>> {
  const pools = master.config.resource_pools;
  const agents = new Map<string, Agent[]>(pools.map((pool) => [pool.pool_name, []]));
  const [nodes, switchesOf] = await Promise.all([launcher.nodes(), readSwitches(master.db)]);
  for (const node of nodes) {
    const { agent, slot } = switchesOf(node.id);
    for (const pool of pools) {
      if (!poolsOf(master, node).includes(pool.pool_name)) continue;
      agents.get(pool.pool_name)?.push({
        id: node.id,
        enabled: agent.enabled,
        draining: agent.draining,
        slots: node.slots.map(({ id }) => ({ id, enabled: slot(id).enabled })),
        maxAuxContainers: pool.max_aux_containers_per_agent,
      });
    }
  }
  return agents;
}

export function schedulerSettings(master: Master, poolName: string): SchedulerSettings {
  const pool = master.config.resource_pools.find(({ pool_name }) => pool_name === poolName);
  const scheduler = pool?.scheduler ?? master.config.resource_manager.scheduler;
  return {
    preemption: scheduler.preemption,
    fittingPolicy: scheduler.fitting_policy,
    heterogeneousFits: scheduler.allow_heterogeneous_fits,
  };
}
