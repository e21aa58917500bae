import type {
  Agent,
  AllocationRequest,
  Assignment,
  SchedulerSettings,
} from '@determined/scheduler/scheduling-types.ts';
import { type Selectable, sql } from 'kysely';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';
import type { Master } from '#platform/master.ts';
import { readSwitches } from '../../agents/shared/switches.ts';
import { awayReason, readAgentRows, slotsOfPool } from '../../resource-managers/shared/agent-store.ts';
import { engineOf } from '../../resource-managers/shared/resource-managers.ts';
import { jobKinds } from './job-kinds.ts';

type AllocationRow = Selectable<AllocationsTable>;
const requestColumns = [
  'id',
  'task_id',
  'state',
  'slots',
  'resource_pool',
  'backfilled',
  'requested_at',
  'preempt',
  'kill_requested',
  'waiting_reason',
] as const;
/** What a queue needs to know of each: there may be ten thousand. With the packages that its task needs besides. */
export type RequestRow = Pick<AllocationRow, (typeof requestColumns)[number]> & { environment_id: string | null };

/** What waits and what runs, as the scheduler wants it, each with its row. */
export async function openRequests(master: Master): Promise<{ row: RequestRow; request: AllocationRequest }[]> {
  const rows = await master.db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .select(requestColumns.map((name) => `a.${name}` as const))
    .select([
      't.environment_id',
      'j.id as job_id',
      'j.kind',
      'j.priority',
      'j.weight',
      'j.submitted_at',
      'j.max_slots',
      'j.preemptible',
      'j.single_agent',
    ])
    .select(
      sql<string[]>`array(
        select m.agent_id from log_policy_matches m where m.task_id = a.task_id and m.action = 'exclude_node')`.as(
        'blocked_agents',
      ),
    )
    .select(
      // What waits has none.
      sql<Assignment[]>`case when a.state = 'PENDING' then '[]' else coalesce((
        select jsonb_agg(jsonb_build_object('agentId', p.agent_id, 'slotIds', p.slot_ids) order by p.rank)
        from allocation_places p where p.allocation_id = a.id and p.state <> 'ENDED'), '[]') end`.as('assignments'),
    )
    .where('a.state', '<>', 'TERMINATED')
    .execute();
  const kinds = jobKinds(master.db);
  return rows.map(({ job_id, kind, priority, weight, submitted_at, max_slots, preemptible, single_agent, ...rest }) => {
    const { blocked_agents, assignments, ...row } = rest;
    return {
      row,
      request: {
        id: row.id,
        job: {
          id: job_id,
          priority: priority ?? schedulerOf(master.config, row.resource_pool).default_priority,
          submittedAt: submitted_at,
          weight,
          maxSlots: max_slots,
          userVisible: !kinds.get(kind)?.hidden,
        },
        requestedAt: row.requested_at,
        slots: row.slots,
        singleAgent: single_agent,
        preemptible,
        blockedAgents: blocked_agents,
        running: waits(master, row)
          ? null
          : { assignments, backfilled: row.backfilled, releasing: row.preempt || row.kill_requested },
      },
    };
  });
}

/** What an engine has taken still waits until the engine has placed it. */
const waits = (master: Master, { state, resource_pool }: RequestRow) =>
  state === 'PENDING' || (state === 'ASSIGNED' && engineOf(master, resource_pool) !== undefined);

/** The machines of each pool that we place work on. */
export interface PoolMachines {
  agents: Agent[];
  /** Why none of them can start anything now, if so. */
  unready: string | null;
}

/**
 * Machines that we place work on; those of engines have an empty owner, and nobody else starts anything there. A slot that
 * was another pool's before the master was started anew, and whose work there goes on, takes nothing yet.
 */
export async function poolMachines(
  master: Master,
  requests: readonly { row: RequestRow; request: AllocationRequest }[],
): Promise<Map<string, PoolMachines>> {
  const pools = master.config.resource_pools;
  const machines = new Map<string, PoolMachines>(pools.map((pool) => [pool.pool_name, { agents: [], unready: null }]));
  const [rows, switchesOf] = await Promise.all([readAgentRows(master.db), readSwitches(master.db)]);
  const usedBy = new Map(
    requests.flatMap(({ row, request }) =>
      (request.running?.assignments ?? []).flatMap(({ agentId, slotIds }) =>
        slotIds.map((id) => [`${agentId}/${id}`, row.resource_pool] as const),
      ),
    ),
  );
  for (const pool of pools) {
    const serving = rows.filter((row) => row.owner !== '' && row.pools.includes(pool.pool_name));
    const reasons = serving.map((row) => (row.away ? awayReason(row.id) : row.unready));
    machines.set(pool.pool_name, {
      agents: serving.map((row) => {
        const { agent, slot } = switchesOf(row.id, row.away || row.unready !== null);
        return {
          id: row.id,
          enabled: agent.enabled,
          draining: agent.draining,
          slots: slotsOfPool(row.slots, pool.pool_name).map(({ id }) => {
            const user = usedBy.get(`${row.id}/${id}`) ?? pool.pool_name;
            return user === pool.pool_name ? { id, ...slot(id) } : { id, enabled: false };
          }),
          maxAuxContainers: pool.max_aux_containers_per_agent,
        };
      }),
      unready: reasons.length > 0 && reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null,
    });
  }
  return machines;
}

export function schedulerSettings(master: Master, poolName: string): SchedulerSettings {
  const scheduler = schedulerOf(master.config, poolName);
  return {
    type: scheduler.type,
    preemption: scheduler.preemption,
    fittingPolicy: scheduler.fitting_policy,
    heterogeneousFits: scheduler.allow_heterogeneous_fits,
  };
}
