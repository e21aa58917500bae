import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getAllocationHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export type StateHistory = ExtReplyOf<typeof getAllocationHistoryRoute>;
type Change = StateHistory['changes'][number];

const most = 1000;

/** Changes as they were recorded; `rows` selects id, from_state, to_state, part, user_id, reason and at. */
export async function readStateHistory(db: Db, rows: RawBuilder<unknown>): Promise<Change[]> {
  const found = await sql<{
    from_state: string | null;
    to_state: string;
    part: string;
    user_id: number | null;
    username: string | null;
    reason: string;
    at: string;
  }>`select h.*, u.username from (${rows}) h left join users u on u.id = h.user_id order by h.id desc limit ${most}`.execute(
    db,
  );
  return found.rows.toReversed().map((row) => ({
    from: row.from_state,
    to: row.to_state,
    part: row.part,
    user: row.user_id === null ? null : { id: row.user_id, username: row.username ?? '' },
    reason: row.reason,
    at: row.at,
  }));
}
