import { notFound } from '@determined/contract/errors.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';

export const templateSubject: SubjectFinder = {
  find: (db, name) =>
    db
      .selectFrom('templates as t')
      .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
      .select(['t.user_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
      .where('t.name', '=', String(name))
      .executeTakeFirst(),
  missing: (name) => notFound('template', name),
};
