import { randomUUID } from 'node:crypto';
import type { LauncherSlot, TaskFile, TaskSpec } from '@determined/launchers/launcher.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { newToken, startSession, tokenHash } from '../../identity/sessions/shared/session-store.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import { kindOf, type TaskLaunch, taskName } from '../shared/task-kind.ts';
import { lockAllocation, updateAllocation } from './shared/allocation-store.ts';
import { taskEnvironment } from './task-environment.ts';

const userTokenDays = 7;

/** What the scheduler decided for an allocation. */
export interface Assigned {
  id: string;
  agentId: string;
  slotIds: number[];
  /** What these slots are. */
  device: LauncherSlot['type'];
  /** Started past a more important request for which there is no room. */
  backfilled: boolean;
}

/**
 * Gives a waiting allocation its slots and tokens; answers what the launcher is to start, undefined when it waits no
 * longer. The row is committed first: a task that runs without a row could not be found again.
 */
export async function assignAllocation(
  master: Master,
  leader: Leader,
  assigned: Assigned,
): Promise<TaskSpec | undefined> {
  const token = newToken();
  return leader.transaction(async (tx) => {
    const row = await lockAllocation(tx, assigned.id);
    if (row?.state !== 'PENDING') return undefined;
    const { type } = await tx
      .selectFrom('tasks')
      .select('type')
      .where('id', '=', row.task_id)
      .executeTakeFirstOrThrow();
    const kind = await kindOf(master, tx, row.task_id);
    const launch = await kind.launch(tx, row, assigned.device);
    const now = master.clock.now();
    const expires = new Date(now.getTime() + userTokenDays * 86_400_000);
    const session = await startSession(tx, launch.owner.id, 'task', expires);
    const updated = await updateAllocation(tx, row.id, {
      state: 'ASSIGNED',
      agent_id: assigned.agentId,
      slot_ids: assigned.slotIds,
      backfilled: assigned.backfilled,
      container_id: randomUUID(),
      token_hash: tokenHash(token),
      start_time: now.toISOString(),
      waiting_reason: '',
    });
    const name = await taskName(master, tx, row.task_id);
    await appendMasterLine(master, tx, row.task_id, 'INFO', `${name} was assigned to an agent`);
    const owner = launch.owner.username;
    return specOf(master, updated, launch, {
      ...taskEnvironment(master, { row: updated, type, owner, sessionToken: token, userToken: session.token }),
      ...launch.environment,
    });
  });
}

function specOf(master: Master, row: AllocationRow, launch: TaskLaunch, environment: Record<string, string>): TaskSpec {
  return {
    allocationId: row.id,
    slots: { count: row.slots, ids: row.slot_ids, pool: row.resource_pool },
    environment,
    files: startupHook(master, row.resource_pool),
    context: launch.context ?? null,
    entrypoint: launch.entrypoint,
    workDir: null,
    readyWhen: null,
  };
}

/** The cluster's start-up hook, or the pool's in its place. Facts: trial runtime 20.1. */
function startupHook({ config }: Master, poolName: string): TaskFile[] {
  const pool = config.resource_pools.find(({ pool_name }) => pool_name === poolName);
  const hook = pool?.task_container_defaults?.startup_hook ?? config.task_container_defaults.startup_hook;
  return hook ? [{ path: '/run/determined/dynamic-tcd-startup-hook.sh', content: hook, mode: 0o744 }] : [];
}
