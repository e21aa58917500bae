import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { subjectOfJob } from '../../cluster/job-queue/shared/job-subject.ts';

/**
 * A task and its allocations stay, for what the cluster was used for, when what they were for is deleted; to readers they
 * are gone with it. Who may read everything is asked no rights on it, so the reader has to look.
 */
export async function refuseGone(db: Db, taskId: string, kind: 'task' | 'allocation', id: string): Promise<void> {
  const job = await db
    .selectFrom('tasks as t')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .select(['j.id', 'j.kind', 'j.owner_id'])
    .where('t.id', '=', taskId)
    .executeTakeFirst();
  if (!(await subjectOfJob(db, job))) throw notFound(kind, id);
}
