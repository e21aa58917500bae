import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getTaskHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { readStateHistory } from '../../identity/shared/state-history.ts';
import { refuseGone } from '../shared/refuse-gone.ts';

type Route = typeof getTaskHistoryRoute;

export async function getTaskHistory({ params }: ExtRequestOf<Route>, { db }: Context): Promise<ExtReplyOf<Route>> {
  const id = params.taskId;
  const task = await db.selectFrom('tasks').select('start_time').where('id', '=', id).executeTakeFirst();
  if (!task) throw notFound('task', id);
  await refuseGone(db, id, 'task', id);
  const part = sql`case when user_id is null then 'job' else 'user' end as part`;
  // A generic task has states of its own, from the first one on.
  const [ofGeneric, changes] = await Promise.all(
    ['generic_task_history', 'task_history'].map((table) =>
      readStateHistory(
        db,
        sql`select id, from_state, to_state, ${part}, user_id, reason, at from ${sql.table(table)} where task_id = ${id}`,
      ),
    ),
  );
  if (ofGeneric && ofGeneric.length > 0) return { changes: ofGeneric };
  const made = { from: null, to: 'ACTIVE', part: 'job', user: null, reason: 'it was made', at: task.start_time };
  return { changes: [made, ...(changes ?? [])] };
}
