import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { postUserActivityRoute } from '@determined/contract/identity/users-routes.ts';
import { sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';

/** Remembers when the caller last visited a project. */
export const postUserActivity: Handler<typeof postUserActivityRoute> = async (request, ctx) => {
  if (request.activityType !== 'ACTIVITY_TYPE_GET') throw invalidArgument('activityType: an activity type is needed');
  if (request.entityType !== 'ENTITY_TYPE_PROJECT') throw invalidArgument('entityType: a project is needed');
  // A row for what does not exist would be shown to nobody and kept for ever.
  const stored = await ctx.db
    .insertInto('project_visits')
    .columns(['user_id', 'project_id', 'visited_at'])
    .expression(
      ctx.db
        .selectFrom('projects')
        .select((eb) => [eb.val(ctx.user.id).as('user_id'), 'id', sql<string>`now()`.as('visited_at')])
        .where('id', '=', request.entityId),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'project_id']).doUpdateSet({ visited_at: sql<string>`now()` }),
    )
    .returning('project_id')
    .executeTakeFirst();
  if (!stored) throw notFound('project', request.entityId);
  return {};
};
