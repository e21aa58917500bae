import { permissionDenied } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { administrateUsers } from '@determined/contract/permissions.ts';
import type { getReceiptsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';

type Reply = ExtReplyOf<typeof getReceiptsRoute>;

export async function getReceipts(
  { query: { everybody = false, offset = 0, limit } }: ExtRequestOf<typeof getReceiptsRoute>,
  ctx: Context,
): Promise<Reply> {
  if (everybody && !ctx.holds(administrateUsers)) throw permissionDenied('only administrators see those of others');
  const which = sql`r.state <> 'previewed' and ${everybody ? sql`true` : sql`r.user_id = ${ctx.user.id}`}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from receipts r where ${which}`.execute(
    ctx.db,
  );
  const { rows } = await sql<Reply['receipts'][number]>`
    select r.id, r.kind, r.act, r.state, u.username, r.executed_at as "executedAt", r.undoes, r.undo_until as "undoUntil",
      r.total, json_build_object('waiting', r.waiting, 'done', r.done, 'failed', r.failed, 'nothing', r.nothing,
        'refused', r.refused) as results
    from receipts r join users u on u.id = r.user_id where ${which}
    order by r.previewed_at desc, r.id offset ${offset} limit ${limit}`.execute(ctx.db);
  return { total: counted.rows[0]?.total ?? 0, receipts: rows };
}
