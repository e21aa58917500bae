import { takesBack } from '@determined/contract/training/receipt-facts.ts';
import type { Master } from '#platform/master.ts';
import type { ReceiptRow } from './receipt-store.ts';

type Acted = Pick<ReceiptRow, 'act'>;

const hourMs = 3_600_000;

/** For how long: a deletion as long as it is held, the rest as long as the receipt tells what to take back; 0: not at all. */
export function undoHours({ config }: Master, { act }: Acted): number {
  const { undo_delete_hours, kept_days } = config.receipts;
  if (!takesBack[act]) return 0;
  return act === 'delete' ? undo_delete_hours : kept_days * 24;
}

export function undoUntil(master: Master, acted: Acted, executedAt: Date): Date | undefined {
  const hours = undoHours(master, acted);
  return hours > 0 ? new Date(executedAt.getTime() + hours * hourMs) : undefined;
}
