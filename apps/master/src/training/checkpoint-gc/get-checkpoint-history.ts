import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getCheckpointHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { readStateHistory } from '../../identity/shared/state-history.ts';

type Route = typeof getCheckpointHistoryRoute;

export async function getCheckpointHistory(
  { params }: ExtRequestOf<Route>,
  { db }: Context,
): Promise<ExtReplyOf<Route>> {
  const uuid = params.checkpointUuid.toLowerCase();
  const checkpoint = await db
    .selectFrom('checkpoints')
    .select(['id', 'task_id', 'report_time'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!checkpoint) throw notFound('checkpoint', uuid);
  const changes = await readStateHistory(
    db,
    sql`select id, from_state, to_state, case when user_id is null then 'task' else 'user' end as part,
        user_id, reason, at
      from checkpoint_history where checkpoint_id = ${checkpoint.id}`,
  );
  const reason = `task ${checkpoint.task_id} reported it`;
  const made = { from: null, to: 'COMPLETED', part: 'task', user: null, reason, at: checkpoint.report_time };
  return { changes: [made, ...changes] };
}
