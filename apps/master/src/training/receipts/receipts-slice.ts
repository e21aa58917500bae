import './receipt-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import { runEvery } from '#platform/run-every.ts';
import type { App, Slice } from '#platform/slice.ts';
import { deletionFailed } from '../deletion/shared/deletion-events.ts';
import { keepGuards } from './acts/ask-right.ts';
import { receiptChanged } from './receipt-events.ts';
import { noteFailedLater, sweepReceipts } from './receipt-store.ts';
import { receiptsRoutes } from './receipts-routes.ts';
import { workOnReceipts } from './work-on-receipts.ts';

const sweepEveryMs = 3_600_000;

/** Acts on many things: preview, execution, what came of each, and the way back. */
export const receiptsSlice: Slice = {
  routes: receiptsRoutes,
  hints: [hintsOf(receiptChanged, ({ receiptId }) => [{ entity: 'receipt', of: { receipt: receiptId } }])],
  setUp: (master) => {
    deletionFailed.on(master, noteFailedLater);
    runEvery(master, sweepEveryMs, 'sweeping receipts', () =>
      sweepReceipts(master.db, master.clock.now(), master.config.receipts.kept_days),
    );
  },
  serve: (app: App) => {
    keepGuards(app);
    // What an earlier master left goes on as soon as rights can be asked.
    workOnReceipts(app.master);
  },
};
