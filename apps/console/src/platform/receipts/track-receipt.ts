import { ApiError } from '@determined/contract/errors.ts';
import {
  executeReceiptRoute,
  followReceiptRoute,
  getReceiptItemsRoute,
  getReceiptRoute,
} from '@determined/contract/training/receipt-ext-routes.ts';
import { call } from '#platform/api/call.ts';
import { refresh } from '#platform/api/query-client.ts';
import { setLeftAlone } from './left-alone.ts';
import { actWords, type Receipt } from './receipt-words.ts';
import { runningReceipts } from './running.ts';
import { sayReceipt } from './say-receipt.tsx';

const soonMs = 250;
const laterMs = 1_000;

/** What such acts change. */
const changed = ['experiment', 'run', 'trial', 'job', 'project', 'workspace', 'receipt'] as const;

/** Has it carried out, and says at its end, on whichever page, how it went. Throws where that could not be asked for. */
export async function executeAndTrack(id: string, open: (href: string) => void): Promise<void> {
  setLeftAlone(undefined);
  void track(await call(executeReceiptRoute, { params: { receiptId: id } }), open);
}

async function track(first: Receipt, open: (href: string) => void): Promise<void> {
  const others = () => runningReceipts.now().filter(({ id }) => id !== first.id);
  runningReceipts.set([...others(), first]);
  let receipt = first;
  const begun = Date.now();
  while (receipt.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, Date.now() - begun < 2_000 ? soonMs : laterMs));
    try {
      receipt = await call(getReceiptRoute, { params: { receiptId: first.id } });
    } catch (error) {
      // Who signs out is told of nothing more; what is not heard of now is heard of later.
      if (!(error instanceof ApiError) || !['Unauthenticated', 'NotFound'].includes(error.code)) continue;
      runningReceipts.set(others());
      return;
    }
    runningReceipts.set([...others(), receipt]);
  }
  runningReceipts.set(others());
  void markLeftAlone(receipt);
  await sayReceipt(receipt, { open, undo: () => undoAtOnce(receipt, open) });
  void refresh(changed.map((entity) => ({ entity })));
}

/** Of more of them not all are marked. */
const mostMarked = 1_000;

/** For tables that show what it left as it was. Where that cannot be read, the receipt tells it. */
async function markLeftAlone({ id, kind, act, project, results: { failed, refused } }: Receipt): Promise<void> {
  const count = failed + refused;
  if (count === 0) return;
  const read = (result: 'failed' | 'refused') =>
    call(getReceiptItemsRoute, { params: { receiptId: id }, query: { result, limit: mostMarked } });
  const lists = await Promise.all([
    failed > 0 ? read('failed') : undefined,
    refused > 0 ? read('refused') : undefined,
  ]).catch(() => []);
  const reasons = new Map(lists.flatMap((list) => list?.items ?? []).map((item) => [item.id, item.reason]));
  setLeftAlone({ kind, projectId: project?.id ?? null, label: actWords[act].label, count, reasons });
}

/** From the toast: as it was done without a further question, so it is taken back. */
async function undoAtOnce({ id }: Receipt, open: (href: string) => void): Promise<void> {
  const preview = await call(followReceiptRoute, { params: { receiptId: id }, body: { by: 'undo' } });
  await executeAndTrack(preview.id, open);
}

/** Those that were asked for before the page was loaded anew. */
export function resumeTracking(ids: readonly string[], open: (href: string) => void): void {
  for (const receiptId of ids) {
    const read = call(getReceiptRoute, { params: { receiptId } });
    read.then((receipt) => track(receipt, open)).catch(() => {});
  }
}
