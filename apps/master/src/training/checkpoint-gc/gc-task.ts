import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { LauncherSlot } from '@determined/launchers/launcher.ts';
import { pack } from 'tar-stream';
import { publish } from '#platform/bus/bus.ts';
import { userVariables } from '#platform/config/user-variables.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { JobKind, JobSubject } from '../../cluster/job-queue/shared/job-kinds.ts';
import { poolOfJob } from '../../cluster/job-queue/shared/job-store.ts';
import type { AllocationRow } from '../../tasks/shared/allocation-row.ts';
import type { AllocationExit, TaskKind, TaskLaunch } from '../../tasks/shared/task-kind.ts';
import { endTasks } from '../../tasks/tasks/shared/task-store.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { ofExperiment } from '../life/shared/of-experiment.ts';
import { endGcTask, findGcTask, type GcTaskRow, noteAttempt } from './gc-store.ts';
import { gcAdvanced } from './shared/gc-events.ts';
import { gcName, requestGcRun } from './shared/request-gc.ts';

/** A storage may be away for a moment. */
const mostAttempts = 3;

/** Work of ours: it stands in nobody's queue. Registered as the kind CHECKPOINT_GC. */
export const gcJobs: JobKind = { subjects: jobSubjects, change: async () => false, hidden: true };

async function jobSubjects(db: Db, jobIds: readonly string[]): Promise<Map<string, JobSubject>> {
  const rows = await db
    .selectFrom('tasks as k')
    .innerJoin('checkpoint_gc_tasks as g', 'g.task_id', 'k.id')
    .innerJoin('experiments as e', 'e.id', 'g.experiment_id')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['k.job_id', 'e.id', 'w.id as workspaceId', 'w.user_id as workspaceOwnerId'])
    .select(ofExperiment)
    .where('k.job_id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
    .execute();
  return new Map(
    rows.map(({ job_id, id, ...subject }) => [job_id ?? '', { ...subject, name: gcName(id), progress: 0 }]),
  );
}

/** How tasks that delete files are named, launched and followed up; registered as the task kind CHECKPOINT_GC. */
export function gcTaskKind(master: Master): TaskKind {
  return {
    names: async (_db, taskIds) => new Map(taskIds.map((id) => [id, gcName(Number.parseInt(id, 10))])),
    logPolicies: async () => [],
    launch: launchGc,
    lock: async (tx, taskId) => {
      const task = await findGcTask(tx, taskId);
      if (task) await lockExperiment(tx, task.experiment_id);
    },
    exited: (tx, allocation, exit) => gcExited(master, tx, allocation, exit),
  };
}

/** The client's own code deletes, so that every storage it knows is known. */
async function launchGc(db: Db, allocation: AllocationRow, device: LauncherSlot['type']): Promise<TaskLaunch> {
  const task = await findGcTask(db, allocation.task_id);
  if (!task) throw new Error(`the experiment of ${allocation.task_id} is gone`);
  const experiment = await db
    .selectFrom('experiments')
    .select(['config', 'owner_id'])
    .where('id', '=', task.experiment_id)
    .executeTakeFirstOrThrow();
  const { config } = experiment;
  return {
    environment: userVariables(config.environment.environment_variables[device]),
    entrypoint: [
      ...['python3', '-m', 'determined.exec.gc_checkpoints', '--experiment-id', String(task.experiment_id)],
      ...['--storage-config', files.storage],
      ...(task.uuids.length > 0 ? ['--delete', files.uuids, '--globs', files.globs] : []),
      ...(task.tensorboards ? ['--delete-tensorboards'] : []),
    ],
    context: await packFiles({
      [files.storage]: withoutNulls(await storageOf(db, task, config.checkpoint_storage)),
      [files.uuids]: task.uuids,
      [files.globs]: task.globs,
    }),
    owner: await ownerOf(db, experiment.owner_id),
    of: { kind: 'experiment', id: String(task.experiment_id) },
    own: [],
  };
}

const files = {
  storage: 'storage_config.json',
  uuids: 'checkpoints_to_delete.json',
  globs: 'checkpoints_globs.json',
} as const;

async function packFiles(contents: Record<string, unknown>): Promise<Buffer> {
  const archive = pack();
  const packed = buffer(archive.pipe(createGzip()));
  for (const [name, content] of Object.entries(contents)) {
    archive.entry({ name, mode: 0o600 }, JSON.stringify(content));
  }
  archive.finalize();
  return packed;
}

async function storageOf(db: Db, { storage_id }: GcTaskRow, configured: unknown): Promise<object> {
  // A configuration has a storage when it is complete.
  if (storage_id === null) return configured as object;
  const stored = db.selectFrom('storage_backends').select('config').where('id', '=', storage_id);
  return (await stored.executeTakeFirstOrThrow()).config;
}

const withoutNulls = (storage: object) =>
  Object.fromEntries(Object.entries(storage).filter(([, value]) => value !== null));

/** The experiment's owner; who has left can have no sessions, and an administrator stands in for him. */
async function ownerOf(db: Db, ownerId: number): Promise<TaskLaunch['owner']> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('active', '=', true)
    .where(({ eb, or }) => or([eb('id', '=', ownerId), eb('admin', '=', true)]))
    .orderBy((eb) => eb('id', '=', ownerId), 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function gcExited(master: Master, tx: Tx, allocation: AllocationRow, exit: AllocationExit): Promise<void> {
  const now = master.clock.now();
  const task = await findGcTask(tx, allocation.task_id);
  const failure = failureOf(exit);
  const isLast = failure === null || exit.kind === 'refused' || (task?.attempts ?? 0) >= mostAttempts;
  if (task && !isLast) {
    // What never ran because its machine went away is no attempt of its own, but still another allocation.
    const attempt = task.attempts + 1;
    await noteAttempt(tx, task.task_id, attempt);
    const pool = await poolOfJob(tx, (await jobOf(tx, task.task_id)) ?? '');
    await requestGcRun(master, tx, { taskId: task.task_id, experimentId: task.experiment_id, pool, attempt });
    return;
  }
  await endTasks(tx, [allocation.task_id], { reason: failure ?? 'its files are deleted', at: now });
  if (!task) return;
  await endGcTask(tx, task.task_id, now, failure);
  publish(tx, gcAdvanced, { experimentId: task.experiment_id });
}

const failureOf = (exit: AllocationExit): string | null => {
  if (exit.kind === 'completed') return null;
  return 'message' in exit ? exit.message : `its task was ${exit.kind}`;
};

async function jobOf(db: Db, taskId: string): Promise<string | null> {
  const { job_id } = await db.selectFrom('tasks').select('job_id').where('id', '=', taskId).executeTakeFirstOrThrow();
  return job_id;
}
