import { previewMinutes } from '@determined/contract/training/receipt-facts.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { receiptChanged } from './receipt-events.ts';
import type { Given, ReceiptItemsTable, ReceiptsTable, Summary } from './receipt-tables.ts';

export type ReceiptRow = Selectable<ReceiptsTable>;
export type ItemRow = Selectable<ReceiptItemsTable>;

export async function insertReceipt(tx: Tx, receipt: Insertable<ReceiptsTable>): Promise<string> {
  return (await tx.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow()).id;
}

export interface NewItem {
  id: number;
  name: string;
  state: string;
  ownerId: number;
  projectId: number;
  result: 'waiting' | 'nothing' | 'refused';
  reason: string;
  given: Given | null;
}

/** So many travel in one statement. */
const itemsAtOnce = 5_000;

/** Freezes what was chosen, and what the preview says of it. */
export async function insertItems(
  tx: Tx,
  receiptId: string,
  items: readonly NewItem[],
  summary: Summary,
): Promise<void> {
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    const some = items.slice(at, at + itemsAtOnce);
    const column = <K extends keyof NewItem>(name: K) => some.map((item) => item[name]);
    await sql`insert into receipt_items (receipt_id, item_id, name, state, owner_id, project_id, result, reason, given)
      select ${receiptId}::uuid, * from unnest(${column('id')}::int[], ${column('name')}::text[], ${column('state')}::text[],
        ${column('ownerId')}::int[], ${column('projectId')}::int[], ${column('result')}::text[], ${column('reason')}::text[],
        ${some.map(({ given }) => given && JSON.stringify(given))}::jsonb[])`.execute(tx);
  }
  const count = (result: NewItem['result']) => items.filter((item) => item.result === result).length;
  const counts = { waiting: count('waiting'), nothing: count('nothing'), refused: count('refused') };
  await tx
    .updateTable('receipts')
    .set({ ...counts, total: items.length, summary: JSON.stringify(summary) })
    .where('id', '=', receiptId)
    .execute();
}

export function findReceipt(db: Db, id: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockReceipt(tx: Tx, id: string, { free = false } = {}): Promise<ReceiptRow | undefined> {
  const asked = tx.selectFrom('receipts').selectAll().where('id', '=', id);
  const [row] = await lockRows(tx, 'receipt', asked, { key: 'id', free });
  return row;
}

export async function changeReceipt(
  tx: Tx,
  id: string,
  change: Partial<Pick<ReceiptRow, 'state' | 'stopping' | 'executed_at' | 'ended_at' | 'undo_until'>>,
): Promise<void> {
  await tx.updateTable('receipts').set(change).where('id', '=', id).execute();
  publish(tx, receiptChanged, { receiptId: id });
}

/** Receipts that are not at their end, whoever began them. */
export async function runningReceipts(db: Db): Promise<string[]> {
  const rows = db.selectFrom('receipts').select('id').where('state', '=', 'running').orderBy('executed_at');
  return (await rows.execute()).map(({ id }) => id);
}

/** Those whose turn it is. */
export function nextItems(tx: Tx, receiptId: string, most: number): Promise<Pick<ItemRow, 'item_id' | 'given'>[]> {
  return tx
    .selectFrom('receipt_items')
    .select(['item_id', 'given'])
    .where('receipt_id', '=', receiptId)
    .where('result', '=', 'waiting')
    .orderBy('item_id')
    .limit(most)
    .execute();
}

export interface Outcome {
  id: number;
  result: 'done' | 'nothing' | 'failed';
  reason: string;
  was: Given | undefined;
}

/** In the transaction that did it: none is done twice, and none lost. */
export async function storeOutcomes(tx: Tx, receiptId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`update receipt_items i set result = v.result, reason = v.reason, was = v.was
    from unnest(${outcomes.map(({ id }) => id)}::int[], ${outcomes.map(({ result }) => result)}::text[],
      ${outcomes.map(({ reason }) => reason)}::text[],
      ${outcomes.map(({ was }) => (was === undefined ? null : JSON.stringify(was)))}::jsonb[]) v (id, result, reason, was)
    where i.receipt_id = ${receiptId}::uuid and i.item_id = v.id`.execute(tx);
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  await sql`update receipts set waiting = waiting - ${outcomes.length}, done = done + ${count('done')},
    nothing = nothing + ${count('nothing')}, failed = failed + ${count('failed')} where id = ${receiptId}`.execute(tx);
  publish(tx, receiptChanged, { receiptId });
}

/** What was deleted through a receipt turned out not to be deletable, days later perhaps. */
export async function noteFailedLater(
  tx: Tx,
  { kind, id, error }: { kind: ReceiptRow['kind']; id: number; error: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`update receipt_items i set result = 'failed', reason = ${error}
    from receipts r where i.item_id = ${id} and r.id = i.receipt_id and r.kind = ${kind} and r.act = 'delete'
      and i.result = 'done' returning r.id`.execute(tx);
  for (const { id: receiptId } of rows) {
    await sql`update receipts set done = done - 1, failed = failed + 1 where id = ${receiptId}`.execute(tx);
    publish(tx, receiptChanged, { receiptId });
  }
}

/** Receipts past their time, and previews that nobody executed. */
export async function sweepReceipts(db: Db, now: Date, keptDays: number): Promise<void> {
  await sql`delete from receipts where state in ('done', 'stopped')
    and executed_at < ${now.toISOString()}::timestamptz - make_interval(days => ${keptDays})`.execute(db);
  await sql`delete from receipts where state = 'previewed'
    and previewed_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${previewMinutes})`.execute(db);
}
