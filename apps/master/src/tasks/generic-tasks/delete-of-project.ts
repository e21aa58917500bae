import { failedPrecondition } from '@determined/contract/errors.ts';
import { genericTaskHasEnded } from '@determined/contract/tasks/generic-task-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetEnvironment } from '../environments/shared/environment-store.ts';
import { deleteTaskLogs } from '../logs/shared/delete-task-logs.ts';
import { dropEnvironments } from '../tasks/shared/task-store.ts';

/** Throws where a project that is to be deleted holds tasks that may still run; answers with those that it holds. */
export async function refuseLiveTasks(tx: Tx, projectId: number): Promise<string[]> {
  const tasks = await tx
    .selectFrom('generic_tasks')
    .select(['task_id', 'state'])
    .where('project_id', '=', projectId)
    .execute();
  if (tasks.some(({ state }) => !genericTaskHasEnded(state))) {
    throw failedPrecondition(`project (${projectId}) contains generic tasks that have not ended; kill them first`);
  }
  return tasks.map(({ task_id }) => task_id);
}

/** The tasks of a project that is being deleted, with their logs, files and packages. What has ended stays so: nothing is locked. */
export async function deleteTasksOf(tx: Tx, projectId: number): Promise<void> {
  const ids = await refuseLiveTasks(tx, projectId);
  if (ids.length === 0) return;
  await deleteTaskLogs(tx, ids);
  const jobs = await tx
    .selectFrom('tasks')
    .select('job_id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const had = await dropEnvironments(
    tx,
    jobs.flatMap(({ job_id }) => job_id ?? []),
  );
  for (const id of had) await forgetEnvironment(tx, id);
  await tx
    .deleteFrom('generic_tasks')
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  await tx
    .deleteFrom('generic_task_contexts as c')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('generic_tasks as g').select('g.task_id').whereRef('g.context_hash', '=', 'c.hash'))),
    )
    .execute();
}
