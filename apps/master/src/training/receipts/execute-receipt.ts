import { ApiError } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { executeReceiptRoute, stopReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { previewMinutes } from '@determined/contract/training/receipt-facts.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { refuseOthers } from './own-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptAsked } from './receipt-events.ts';
import { changeReceipt, lockReceipt } from './receipt-store.ts';
import { undoUntil } from './undo-until.ts';

const minuteMs = 60_000;

/** From here on it is carried out, whoever carries it out; the second time it is asked for it only tells how far it is. */
export async function executeReceipt(
  { params: { receiptId: id } }: ExtRequestOf<typeof executeReceiptRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof executeReceiptRoute>> {
  await inTransaction(ctx.db, async (tx) => {
    const receipt = refuseOthers(ctx, id, await lockReceipt(tx, id));
    if (receipt.state !== 'previewed') return;
    const now = ctx.master.clock.now();
    if (now.getTime() > new Date(receipt.previewed_at).getTime() + previewMinutes * minuteMs)
      throw new ApiError('FailedPrecondition', 'this preview is older than an hour: ask for a new one');
    await changeReceipt(tx, id, {
      state: 'running',
      executed_at: now.toISOString(),
      undo_until: undoUntil(ctx.master, receipt, now)?.toISOString() ?? null,
    });
    publish(tx, receiptAsked, { receiptId: id });
  });
  return readReceipt(ctx, id);
}

export async function stopReceipt(
  { params: { receiptId: id } }: ExtRequestOf<typeof stopReceiptRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof stopReceiptRoute>> {
  await inTransaction(ctx.db, async (tx) => {
    const receipt = refuseOthers(ctx, id, await lockReceipt(tx, id));
    if (receipt.state !== 'running') return;
    await changeReceipt(tx, id, { stopping: true });
    // Who carries it out may have found it held by this call, and left it alone.
    publish(tx, receiptAsked, { receiptId: id });
  });
  return readReceipt(ctx, id);
}
