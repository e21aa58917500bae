import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import { subjectOfJob } from '../../cluster/job-queue/shared/job-subject.ts';

/** The rights on a task are those on its job. */
export const taskSubject: SubjectFinder = {
  find: async (db, id) => subjectOfJob(db, await jobs(db).where('t.id', '=', String(id)).executeTakeFirst()),
  missing: (id) => notFound('task', id),
};

export const allocationSubject: SubjectFinder = {
  find: async (db, id) =>
    subjectOfJob(
      db,
      await jobs(db)
        .innerJoin('allocations as a', 'a.task_id', 't.id')
        .where('a.id', '=', String(id))
        .executeTakeFirst(),
    ),
  missing: (id) => notFound('allocation', id),
};

function jobs(db: Db) {
  return db
    .selectFrom('tasks as t')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .select(['j.id', 'j.kind', 'j.owner_id']);
}
