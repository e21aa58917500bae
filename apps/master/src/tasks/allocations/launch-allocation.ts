import { randomUUID } from 'node:crypto';
import type { Launcher, TaskFile } from '@determined/launchers/launcher.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { newToken, startSession, tokenHash } from '../../identity/auth/shared/session-store.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { taskKinds } from '../shared/task-kind.ts';
import { lockAllocation, updateAllocation } from './shared/allocation-store.ts';
import { taskEnvironment } from './task-environment.ts';

const userTokenDays = 7;

/** What the scheduler decided for an allocation. */
export interface Assigned {
  id: string;
  agentId: string;
  slotIds: number[];
  /** Started past a more important request for which there is no room. */
  backfilled: boolean;
}

/**
 * Gives a waiting allocation its slots and tokens, then hands it to the launcher. False when it is not waiting any more.
 * The row is committed first: a task that runs without a row could not be found again.
 */
export async function launchAllocation(
  master: Master,
  leader: Leader,
  launcher: Launcher,
  assigned: Assigned,
): Promise<boolean> {
  const token = newToken();
  const prepared = await leader.transaction(async (tx) => {
    const row = await lockAllocation(tx, assigned.id);
    if (row?.state !== 'PENDING') return undefined;
    const task = await tx.selectFrom('tasks').select('type').where('id', '=', row.task_id).executeTakeFirstOrThrow();
    const kind = taskKinds(master).get(task.type);
    if (!kind) throw new Error(`nobody handles tasks of type ${task.type}`);
    const launch = await kind.launch(tx, row);
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
    const name = await kind.describe(tx, row.task_id);
    await appendMasterLine(tx, {
      taskId: row.task_id,
      allocationId: row.id,
      level: 'INFO',
      text: `${name} was assigned to an agent`,
    });
    return { row: updated, type: task.type, launch, userToken: session.token };
  });
  if (!prepared) return false;
  const { row, launch, type, userToken } = prepared;
  await launcher.start({
    allocationId: row.id,
    slots: { count: row.slots, ids: assigned.slotIds, pool: row.resource_pool },
    environment: {
      ...taskEnvironment(master, { row, type, owner: launch.owner.username, sessionToken: token, userToken }),
      ...launch.environment,
    },
    files: startupHook(master, row.resource_pool),
    context: launch.context ?? null,
    entrypoint: launch.entrypoint,
    workDir: null,
    readyWhen: null,
  });
  return true;
}

/** The cluster's start-up hook, or the pool's in its place. Facts: trial runtime 20.1. */
function startupHook(master: Master, poolName: string): TaskFile[] {
  const pool = master.config.resource_pools.find(({ pool_name }) => pool_name === poolName);
  const hook = (pool?.task_container_defaults ?? master.config.task_container_defaults).startup_hook;
  return hook ? [{ path: '/run/determined/dynamic-tcd-startup-hook.sh', content: hook, mode: 0o744 }] : [];
}
