import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getAllocationHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { readStateHistory } from '../../identity/shared/state-history.ts';
import { refuseGone } from '../shared/refuse-gone.ts';
import { findAllocation } from './shared/allocation-store.ts';

type Route = typeof getAllocationHistoryRoute;

export async function getAllocationHistory(
  { params }: ExtRequestOf<Route>,
  { db }: Context,
): Promise<ExtReplyOf<Route>> {
  const id = params.allocationId;
  const allocation = await findAllocation(db, id);
  if (!allocation) throw notFound('allocation', id);
  await refuseGone(db, allocation.task_id, 'allocation', id);
  const rows = sql`select id, from_state, to_state, part, user_id, reason, at
    from allocation_history where allocation_id = ${id}`;
  return { changes: await readStateHistory(db, rows) };
}
