import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import type { Subject } from '#platform/http/rights.ts';
import { jobKinds, jobSubjects } from './job-kinds.ts';

/** The rights on a job are those on what it is for. */
export const jobSubject: SubjectFinder = {
  find: async (db, id) => subjectOfJob(db, await jobOf(db, String(id))),
  missing: (id) => notFound('job', id),
};

const jobOf = (db: Db, id: string) =>
  db.selectFrom('jobs').select(['id', 'kind', 'owner_id']).where('id', '=', id).executeTakeFirst();

/** Asks as much where there is no job: how long the answer takes would tell whether a name is that of a task. */
export async function subjectOfJob(
  db: Db,
  job: { id: string; kind: string; owner_id: number } | undefined,
): Promise<Subject | undefined> {
  const [anyKind = ''] = jobKinds(db).keys();
  const found = (await jobSubjects(db, [job ?? { id: '', kind: anyKind }])).get(job?.id ?? '');
  if (!job || !found) return undefined;
  const { of, workspaceId, workspaceOwnerId, interactive } = found;
  return { ownerId: job.owner_id, workspaceId, workspaceOwnerId, of, interactive };
}
