import { ApiError } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { followReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { takesBack } from '@determined/contract/training/receipt-facts.ts';
import type { Context } from '#platform/http/context.ts';
import { freezeSelection } from './freeze-selection.ts';
import { refuseOthers } from './own-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import { findReceipt, type ReceiptRow } from './receipt-store.ts';

/** The preview of what takes it back, or of the same for what it was not done to. */
export async function followReceipt(
  { params: { receiptId }, body: { by } }: ExtRequestOf<typeof followReceiptRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof followReceiptRoute>> {
  const receipt = refuseOthers(ctx, receiptId, await findReceipt(ctx.db, receiptId));
  if (receipt.state !== 'done' && receipt.state !== 'stopped')
    throw new ApiError('FailedPrecondition', 'it is not at its end yet');
  const id = await (by === 'undo' ? undo(ctx, receipt) : retry(ctx, receipt));
  return readReceipt(ctx, id);
}

async function undo(ctx: Context, receipt: ReceiptRow): Promise<string> {
  const { id, kind, project_id: projectId, undo_until: until } = receipt;
  const act = takesBack[receipt.act];
  if (!act || until === null || new Date(until) <= ctx.master.clock.now())
    throw new ApiError('FailedPrecondition', 'it can not be taken back any more');
  const rows = ctx.db.selectFrom('receipt_items').select(['item_id', 'was']).where('receipt_id', '=', id);
  const done = await rows.where('result', '=', 'done').orderBy('item_id').execute();
  return freezeSelection(ctx, {
    kind,
    act,
    given: {},
    projectId,
    by: 'receipt',
    undoes: id,
    chosen: done.map(({ item_id, was }) => ({ id: item_id, given: was })),
  });
}

async function retry(ctx: Context, { id, kind, act, given, project_id, undoes }: ReceiptRow): Promise<string> {
  const rows = ctx.db.selectFrom('receipt_items').select(['item_id', 'given']).where('receipt_id', '=', id);
  const left = await rows.where('result', 'in', ['failed', 'waiting']).orderBy('item_id').execute();
  return freezeSelection(ctx, {
    kind,
    act,
    given,
    projectId: project_id,
    by: 'receipt',
    ...(undoes === null ? {} : { undoes }),
    chosen: left.map((row) => ({ id: row.item_id, given: row.given })),
  });
}
