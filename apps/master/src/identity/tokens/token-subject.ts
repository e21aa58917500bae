import { notFound } from '@determined/contract/errors.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';

/** Whose an access token is. It lies in no workspace. */
export const tokenSubject: SubjectFinder = {
  find: async (db, id) => {
    const token = await db
      .selectFrom('user_sessions')
      .select('user_id')
      .where('id', '=', Number(id))
      .where('kind', '=', 'access_token')
      .executeTakeFirst();
    return token && { ownerId: token.user_id, workspaceOwnerId: token.user_id, workspaceId: null };
  },
  missing: (id) => notFound('access token', id),
};
