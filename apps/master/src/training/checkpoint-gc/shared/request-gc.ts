import { randomUUID } from 'node:crypto';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { createJob } from '../../../cluster/job-queue/shared/job-store.ts';
import { requestAllocations } from '../../../tasks/allocations/shared/request-allocations.ts';
import { createTasks } from '../../../tasks/tasks/shared/task-store.ts';
import type { GcPurpose } from '../checkpoint-gc-tables.ts';
import { insertGcTask, insertWishes } from '../gc-store.ts';
import { gcAdvanced } from './gc-events.ts';

/** Every file of a checkpoint. */
export const everyFile = ['**/*'];
const secondsToStop = 60;

export interface GcRequest {
  purpose: GcPurpose;
  uuids: readonly string[];
  /** Which files of each; none: only look again which there are. */
  globs: readonly string[];
  /** Also the experiment's TensorBoard files. */
  tensorboards?: boolean;
  userId?: number;
}

/** The policies of experiments are to be applied to their checkpoints: in the transaction that made it so. */
export async function wishForPolicies(tx: Tx, experimentIds: readonly number[]): Promise<void> {
  for (const experimentId of await insertWishes(tx, experimentIds)) publish(tx, gcAdvanced, { experimentId });
}

/**
 * Puts tasks into the queue that delete files of an experiment's checkpoints, one for each storage that they are in.
 * Gives their number. Facts: trial runtime 12.2.
 */
export async function requestGc(
  master: Master,
  tx: Tx,
  experimentId: number,
  { purpose, uuids, globs, tensorboards = false, userId }: GcRequest,
): Promise<number> {
  const places = await storagesOf(tx, uuids);
  // TensorBoard files lie where the checkpoints do; without any, where the configuration says.
  if (places.size === 0 && tensorboards) places.set(null, []);
  if (places.size === 0) return 0;
  const { owner_id, pool } = await ownerAndPool(master, tx, experimentId);
  for (const [storageId, ofStorage] of places) {
    const [jobId, taskId] = [randomUUID(), `${experimentId}.${randomUUID()}`];
    const now = master.clock.now().toISOString();
    await createJob(tx, {
      id: jobId,
      kind: 'CHECKPOINT_GC',
      owner_id,
      submitted_at: now,
      preemptible: false,
      single_agent: true,
      pool,
    });
    await createTasks(tx, [{ id: taskId, type: 'CHECKPOINT_GC', job_id: jobId, start_time: now }]);
    await insertGcTask(tx, {
      task_id: taskId,
      experiment_id: experimentId,
      purpose,
      storage_id: storageId,
      uuids: ofStorage,
      globs,
      tensorboards,
    });
    await requestGcRun(master, tx, { taskId, experimentId, pool, attempt: 1, userId });
  }
  return places.size;
}

/** Asks for a run of a task; each is an allocation of its own. */
export async function requestGcRun(
  master: Master,
  tx: Tx,
  run: { taskId: string; experimentId: number; pool: string; attempt: number; userId?: number },
): Promise<void> {
  await requestAllocations(
    master,
    tx,
    [
      {
        allocationId: `${run.taskId}.${run.attempt}`,
        taskId: run.taskId,
        slots: 0,
        resourcePool: run.pool,
        preemptionTimeout: secondsToStop,
        name: gcName(run.experimentId),
      },
    ],
    run.userId === undefined
      ? { by: 'job', reason: 'files of checkpoints are to be deleted' }
      : { by: 'user', userId: run.userId, reason: 'files of checkpoints are to be deleted' },
  );
}

export const gcName = (experimentId: number): string => `Checkpoint GC (Experiment ${experimentId})`;

/** storage → checkpoints in it. */
async function storagesOf(tx: Tx, uuids: readonly string[]): Promise<Map<number | null, string[]>> {
  const rows = await tx
    .selectFrom('checkpoints')
    .select(['uuid', 'storage_id'])
    .where('uuid', '=', (eb) => eb.fn.any(eb.val(uuids)))
    .orderBy('id')
    .execute();
  const groups = Map.groupBy(rows, ({ storage_id }) => storage_id);
  return new Map([...groups].map(([id, ofStorage]) => [id, ofStorage.map(({ uuid }) => uuid)]));
}

/** Work without slots goes where the workspace's does. */
async function ownerAndPool({ config }: Master, tx: Tx, experimentId: number) {
  const { owner_id, default_aux_pool } = await tx
    .selectFrom('experiments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['e.owner_id', 'w.default_aux_pool'])
    .where('e.id', '=', experimentId)
    .executeTakeFirstOrThrow();
  const { default_aux_resource_pool: usual } = config.resource_manager;
  const isThere = config.resource_pools.some(({ pool_name }) => pool_name === default_aux_pool);
  return { owner_id, pool: isThere ? default_aux_pool : usual };
}
