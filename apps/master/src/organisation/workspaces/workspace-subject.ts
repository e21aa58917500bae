import { notFound } from '@determined/contract/errors.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';

export const workspaceSubject: SubjectFinder = {
  find: (db, id) =>
    db
      .selectFrom('workspaces')
      .select(['user_id as ownerId', 'user_id as workspaceOwnerId', 'id as workspaceId'])
      .where('id', '=', Number(id))
      .executeTakeFirst(),
  missing: (id) => notFound('workspace', id),
};
