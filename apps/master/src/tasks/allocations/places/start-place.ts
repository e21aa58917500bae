import { type LauncherSlot, launchId, type TaskFile, type TaskSpec } from '@determined/launchers/launcher.ts';
import type { Tx } from '#platform/db/database.ts';
import { goDurationMs } from '#platform/go-duration.ts';
import type { Master } from '#platform/master.ts';
import { startTaskSessions } from '../../../identity/sessions/shared/session-store.ts';
import { readEnvironment } from '../../environments/shared/environment-store.ts';
import { isOpen } from '../../shared/allocation-row.ts';
import { kindOf } from '../../shared/task-kind.ts';
import { lockAllocation } from '../shared/allocation-store.ts';
import { type PlaceKey, readPlaces, seePlace, updatePlace } from '../shared/place-store.ts';
import { taskEnvironment } from '../task-environment.ts';

/**
 * What is to be launched at a place that nothing was launched at yet, with its tokens; undefined when that is no longer
 * wanted. The row is committed first: the token has to be good when the task begins.
 */
export async function startPlace(
  master: Master,
  tx: Tx,
  key: PlaceKey,
  on: { device: LauncherSlot['type']; resourcesType: string; wants: TaskSpec['wants'] },
): Promise<TaskSpec | undefined> {
  const row = await lockAllocation(tx, key.allocation_id);
  const place = (await readPlaces(tx, key.allocation_id)).find(({ rank }) => rank === key.rank);
  if (!row || !isOpen(row) || row.kill_requested || place?.state !== 'ASSIGNED' || place.kill_requested)
    return undefined;
  const task = await tx
    .selectFrom('tasks')
    .select(['type', 'environment_id'])
    .where('id', '=', row.task_id)
    .executeTakeFirstOrThrow();
  const launch = await (await kindOf(master, tx, row.task_id)).launch(tx, row, on.device);
  const { owner, of, own } = launch;
  const tokens = await startTaskSessions(tx, owner.id, { allocationId: row.id, taskId: row.task_id, of, own });
  const giveUp = giveUpSeconds(master);
  await updatePlace(tx, place, { give_up_seconds: giveUp });
  if (giveUp !== null) await seePlace(tx, place);
  return {
    id: launchId(row.id, place.rank),
    allocationId: row.id,
    rank: place.rank,
    place: on.wants ? null : { nodeId: place.agent_id, slotIds: place.slot_ids },
    wants: on.wants,
    environment: {
      ...taskEnvironment(master, {
        row,
        place,
        type: task.type,
        owner: owner.username,
        resourcesType: on.resourcesType,
        tokens,
      }),
      ...(giveUp === null ? {} : { DET_GIVE_UP_SECONDS: String(giveUp) }),
      ...launch.environment,
    },
    files: startupHook(master, row.resource_pool),
    context: launch.context ?? null,
    packages: task.environment_id === null ? undefined : await readEnvironment(tx, task.environment_id),
    entrypoint: launch.entrypoint,
    workDir: launch.workDir ?? null,
    readyWhen: null,
  };
}

function giveUpSeconds({ config }: Master): number | null {
  const { agent_reconnect_wait: wait } = config.resource_manager;
  return wait === null ? null : Math.ceil((goDurationMs(wait) ?? 0) / 1000);
}

/** The cluster's start-up hook, or the pool's in its place. Facts: trial runtime 20.1. */
function startupHook({ config }: Master, poolName: string): TaskFile[] {
  const pool = config.resource_pools.find(({ pool_name }) => pool_name === poolName);
  const hook = pool?.task_container_defaults?.startup_hook ?? config.task_container_defaults.startup_hook;
  return hook ? [{ path: '/run/determined/dynamic-tcd-startup-hook.sh', content: hook, mode: 0o744 }] : [];
}
