import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { genericTaskHasEnded } from '@determined/contract/tasks/generic-task-rules.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import type { JobKind } from '../../cluster/job-queue/shared/job-kinds.ts';
import { updateJob } from '../../cluster/job-queue/shared/job-store.ts';
import { policiesInForce } from '../../organisation/config-policies/shared/config-policies.ts';
import { limitsOf } from '../../organisation/config-policies/shared/constraints.ts';
import { genericTaskName } from './generic-task-life.ts';
import { lockGenericTask } from './generic-task-store.ts';

const placed = (db: Db) =>
  db
    .selectFrom('generic_tasks as g')
    .innerJoin('tasks as t', 't.id', 'g.task_id')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .innerJoin('projects as p', 'p.id', 'g.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['g.task_id', 'j.id as jobId', 'j.owner_id as ownerId', 'w.id as workspaceId'])
    .select('w.user_id as workspaceOwnerId');

export const genericTaskSubject: SubjectFinder = {
  find: async (db, id) => {
    const row = await placed(db).where('g.task_id', '=', String(id)).executeTakeFirst();
    return row && { ...row, of: { kind: 'genericTask', id: row.task_id } };
  },
  missing: (id) => notFound('task', id),
};

/** Generic tasks as jobs: what the queue shows and changes of them. Registered as the kind GENERIC. */
export const genericTaskJobs: JobKind = {
  subjects: async (db, jobIds) => {
    const rows = await placed(db)
      .where('j.id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
      .execute();
    return new Map(
      rows.map(({ jobId, task_id: id, workspaceId, workspaceOwnerId }) => {
        const of = { kind: 'genericTask', id } as const;
        const where = { workspaceId, workspaceOwnerId };
        return [jobId, { of, name: genericTaskName(id), progress: 0, ...where, interactive: true }];
      }),
    );
  },
  change: (root, jobId, change) =>
    inTransaction(root, async (tx) => {
      const found = await placed(tx).where('j.id', '=', jobId).executeTakeFirst();
      const task = found && (await lockGenericTask(tx, found.task_id));
      if (!task || genericTaskHasEnded(task.state)) return false;
      if ('resourcePool' in change)
        throw invalidArgument('setting resource pool for job type GENERIC is not supported');
      if ('priority' in change) await checkPriority(tx, found.workspaceId, change.priority);
      await updateJob(tx, jobId, change);
      return true;
    }),
};

async function checkPriority(tx: Tx, workspaceId: number, priority: number): Promise<void> {
  const { priority: limit } = limitsOf(await policiesInForce(tx, workspaceId, 'NTSC'));
  if (limit !== undefined && priority < limit)
    throw invalidArgument("priority exceeds task config policy's priority_limit");
}
