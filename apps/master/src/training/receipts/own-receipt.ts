import { notFound } from '@determined/contract/errors.ts';
import { administrateUsers } from '@determined/contract/permissions.ts';
import type { Context } from '#platform/http/context.ts';
import { findReceipt, type ReceiptRow } from './receipt-store.ts';

const missing = (id: string) => notFound('receipt', id);

/** Whose it is sees it, and administrators do; to others it is not there. */
export async function seenReceipt(ctx: Context, id: string): Promise<ReceiptRow> {
  const receipt = await findReceipt(ctx.db, id);
  if (!receipt || (receipt.user_id !== ctx.user.id && !ctx.holds(administrateUsers))) throw missing(id);
  return receipt;
}

/** Only who previewed an act has it done. */
export function refuseOthers(ctx: Context, id: string, receipt: ReceiptRow | undefined): ReceiptRow {
  if (receipt?.user_id !== ctx.user.id) throw missing(id);
  return receipt;
}
