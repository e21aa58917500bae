import { notFound } from '@determined/contract/errors.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';

export const projectSubject: SubjectFinder = {
  find: (db, id, by) =>
    db
      .selectFrom('projects as p')
      .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
      .select(['p.user_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
      .where((eb) => (by === 'key' ? eb('p.key', '=', String(id).toUpperCase()) : eb('p.id', '=', Number(id))))
      .executeTakeFirst(),
  missing: (id) => notFound('project', id),
};
