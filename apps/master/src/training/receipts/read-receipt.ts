import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getReceiptItemsRoute, getReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { itemResults } from '@determined/contract/training/receipt-facts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { seenReceipt } from './own-receipt.ts';
import { undoHours } from './undo-until.ts';

type Receipt = ExtReplyOf<typeof getReceiptRoute>;
type Items = ExtReplyOf<typeof getReceiptItemsRoute>;

export const getReceipt = ({ params }: ExtRequestOf<typeof getReceiptRoute>, ctx: Context): Promise<Receipt> =>
  readReceipt(ctx, params.receiptId);

const dayMs = 86_400_000;

export async function readReceipt(ctx: Context, id: string): Promise<Receipt> {
  const row = await seenReceipt(ctx, id);
  const { db, master } = ctx;
  const { summary } = row;
  const goal = row.act === 'move' ? (row.given.projectId ?? null) : null;
  const places = await readPlaces(ctx, [row.project_id, goal, ...summary.projects.map((one) => one.id)]);
  const names = await readNames(db, [row.user_id, ...summary.owners.map((one) => one.id)]);
  const undoing = db.selectFrom('receipts').select('id').where('undoes', '=', id).where('state', '<>', 'previewed');
  const undoneBy = await undoing.orderBy('executed_at', 'desc').executeTakeFirst();
  const from = new Date(row.executed_at ?? row.previewed_at).getTime();
  return {
    id,
    kind: row.kind,
    act: row.act,
    given: row.given,
    state: row.state,
    user: { id: row.user_id, username: names.get(row.user_id) ?? '' },
    by: row.asked.by,
    project: places.get(row.project_id ?? 0) ?? null,
    destination: places.get(goal ?? 0) ?? null,
    undoes: row.undoes,
    undoneBy: undoneBy?.id ?? null,
    previewedAt: row.previewed_at,
    executedAt: row.executed_at,
    endedAt: row.ended_at,
    keptUntil: new Date(from + master.config.receipts.kept_days * dayMs).toISOString(),
    undoUntil: row.undo_until,
    undoHours: undoHours(master, row),
    total: row.total,
    results: {
      waiting: row.waiting,
      done: row.done,
      failed: row.failed,
      nothing: row.nothing,
      refused: row.refused,
    },
    reasons: summary.reasons,
    states: summary.states,
    owners: summary.owners.map((one) => ({ name: names.get(one.id) ?? '', count: one.count })),
    projects: summary.projects.map((one) => ({ name: places.get(one.id)?.name ?? '', count: one.count })),
    checkpoints: summary.checkpoints,
    samples: await readItems(db, sql`i.receipt_id = ${id}::uuid and i.item_id = any(${summary.samples}::int[])`, {
      offset: 0,
      limit: summary.samples.length,
    }),
  };
}

async function readPlaces(ctx: Context, ids: readonly (number | null)[]) {
  const { rows } = await sql<{ id: number; name: string; workspaceId: number; workspace: string }>`
    select p.id, p.name, p.workspace_id as "workspaceId", w.name as workspace
    from projects p join workspaces w on w.id = p.workspace_id
    where p.id = any(${ids.filter((id) => id !== null)}::int[]) and ${visible('project', ctx, { workspace: 'p.workspace_id' })}`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids);
  return new Map((await rows.execute()).map(({ id, username }) => [id, username]));
}

/** What somebody may read who has seen the receipt. */
export async function getReceiptItems(
  { params: { receiptId }, query }: ExtRequestOf<typeof getReceiptItemsRoute>,
  ctx: Context,
): Promise<Items> {
  await seenReceipt(ctx, receiptId);
  const { result, text = '', offset = 0, limit } = query;
  const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const where = sql`i.receipt_id = ${receiptId}::uuid
    and ${result === undefined ? sql`true` : sql`i.result = ${result}`}
    and ${text === '' ? sql`true` : sql`(lower(i.name) like ${like} or i.item_id::text = ${text.trim()})`}`;
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from receipt_items i where ${where}`.execute(ctx.db);
  return { total: counted.rows[0]?.total ?? 0, items: await readItems(ctx.db, where, { offset, limit }) };
}

async function readItems(
  db: Db,
  where: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Items['items']> {
  const { rows } = await sql<Items['items'][number]>`
    select i.item_id as id, i.name, i.state, coalesce(u.username, '') as username, i.project_id as "projectId", i.result, i.reason
    from receipt_items i left join users u on u.id = i.owner_id where ${where}
    order by array_position(${[...itemResults]}::text[], i.result), i.item_id desc offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows;
}
