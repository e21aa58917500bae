import { notFound } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Thing } from '#platform/db/tables/identity-tables.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';

export const taskSubject: SubjectFinder = {
  find: (db, id) => tasks(db).where('t.id', '=', String(id)).executeTakeFirst(),
  missing: (id) => notFound('task', id),
};

export const allocationSubject: SubjectFinder = {
  find: (db, id) =>
    tasks(db).innerJoin('allocations as a', 'a.task_id', 't.id').where('a.id', '=', String(id)).executeTakeFirst(),
  missing: (id) => notFound('allocation', id),
};

function tasks(db: Db) {
  return db
    .selectFrom('tasks as t')
    .innerJoin('experiments as e', 'e.job_id', 't.job_id')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['e.owner_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
    .select(sql<Thing>`jsonb_build_object('kind', 'experiment', 'id', e.id::text)`.as('of'));
}
