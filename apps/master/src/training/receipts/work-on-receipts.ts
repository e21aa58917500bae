import { ApiError, textOfError } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction, wouldFailAgain } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { runWoken } from '#platform/run-woken.ts';
import { type ActedExperiment, lockExperiments } from '../life/shared/experiment-state.ts';
import { asking, contextOf } from './acts/ask-right.ts';
import { deedOf } from './freeze-selection.ts';
import { receiptAsked } from './receipt-events.ts';
import {
  changeReceipt,
  lockReceipt,
  nextItems,
  type Outcome,
  type ReceiptRow,
  runningReceipts,
  storeOutcomes,
} from './receipt-store.ts';

const lookAgainMs = 10_000;
/** Things acted on in one transaction, by statements for all of them or for each: short enough that nobody waits for it. */
export const together = { atOnce: 400, eachAlone: 50 };

/**
 * Carries receipts out. Any master may: a batch holds the lock of its receipt, and what came of each of its things is written in
 * the transaction that did it, so that whoever goes on, after whatever crash, does none twice and leaves none out.
 */
export function workOnReceipts(master: Master): void {
  const wake = runWoken(master, lookAgainMs, 'carrying out receipts', async () => {
    for (;;) {
      const running = await runningReceipts(master.db);
      // A batch of each in turn: a small one is not kept waiting by a large one.
      let moved = false;
      for (const id of running) if (!master.stopping.aborted && (await batch(master, id))) moved = true;
      if (!moved || master.stopping.aborted) return;
    }
  });
  master.bus.subscribe(receiptAsked, wake);
}

/** What the act on one thing failed with, which would fail again. */
class ItemFailed extends Error {
  readonly id: number;
  /** How many were acted on with it. */
  readonly among: number;
  constructor(id: number, among: number, cause: unknown) {
    super(textOfError(cause), { cause });
    this.id = id;
    this.among = among;
  }
}

/** False where nothing could be done: it is over, or another master is at it. */
async function batch(master: Master, id: string): Promise<boolean> {
  try {
    return await turn(master, id);
  } catch (error) {
    if (!(error instanceof ItemFailed)) throw error;
    // One of them was refused, and with it all is undone: each has a transaction of its own.
    for (let n = 0; n < error.among && !master.stopping.aborted; n++) if (!(await oneAlone(master, id))) break;
    return true;
  }
}

async function oneAlone(master: Master, id: string): Promise<boolean> {
  try {
    return await turn(master, id, 1);
  } catch (error) {
    if (!(error instanceof ItemFailed)) throw error;
    if (!(error.cause instanceof ApiError))
      master.log.error({ err: error.cause, receiptId: id, itemId: error.id }, 'an act of a receipt failed');
    return inTransaction(master.db, async (tx) => {
      const receipt = await lockRunning(tx, id);
      // Another master may have tried it meanwhile.
      const [next] = receipt ? await nextItems(tx, id, 1) : [];
      if (next?.item_id === error.id) await storeOutcomes(tx, id, [outcome(error.id, 'failed', error.message)]);
      return receipt !== undefined;
    });
  }
}

const outcome = (id: number, result: Outcome['result'], reason = '', was?: Outcome['was']): Outcome => ({
  id,
  result,
  reason,
  was,
});

async function lockRunning(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
  const receipt = await lockReceipt(tx, id, { free: true });
  return receipt?.state === 'running' ? receipt : undefined;
}

/** Acts on some things, in one transaction, or brings it to its end. */
function turn(master: Master, id: string, most?: number): Promise<boolean> {
  return inTransaction(master.db, async (tx) => {
    const receipt = await lockRunning(tx, id);
    if (!receipt) return false;
    const usual = deedOf(receipt).eachAlone ? together.eachAlone : together.atOnce;
    const items = receipt.stopping ? [] : await nextItems(tx, id, most ?? usual);
    if (items.length > 0) await storeOutcomes(tx, id, await actOnAll(master, tx, receipt, items));
    else {
      const state = receipt.waiting > 0 ? 'stopped' : 'done';
      await changeReceipt(tx, id, { state, ended_at: master.clock.now().toISOString() });
    }
    return true;
  });
}

async function actOnAll(
  master: Master,
  tx: Tx,
  receipt: ReceiptRow,
  items: Awaited<ReturnType<typeof nextItems>>,
): Promise<Outcome[]> {
  const caller = await contextOf(master, receipt);
  if (!caller)
    return items.map(({ item_id }) => outcome(item_id, 'failed', 'who asked for it may not sign in any more'));
  const deed = deedOf(receipt);
  const ctx = asking(caller, deed.right);
  const experiments = await lockAll(tx, receipt, items);
  const turns = items.map(({ item_id: id, given }) => ({
    id,
    given: given ?? receipt.given,
    receipt,
    experiment: experiments.get(id),
  }));
  const done = await deed.attempt(ctx, tx, turns).catch((error: unknown) => {
    // Of one alone it is that one's; of several they are taken one by one.
    throw wouldFailAgain(error) ? new ItemFailed(items[0]?.item_id ?? 0, items.length, error) : error;
  });
  return items.map(({ item_id: id }) => {
    const one = done.get(id);
    return one ? outcome(id, 'done', '', one.was) : outcome(id, 'nothing', 'so already when its turn came');
  });
}

/** Before any of them is acted on: what is done to one locks what stands after all of them. */
async function lockAll(
  tx: Tx,
  { kind }: ReceiptRow,
  items: readonly { item_id: number }[],
): Promise<ReadonlyMap<number, ActedExperiment>> {
  const ids = items.map(({ item_id }) => item_id);
  const which =
    kind === 'experiment' ? sql`${ids}::int[]` : sql`array(select experiment_id from trials where id = any(${ids}))`;
  const experiments = await lockExperiments(tx, which);
  return kind === 'experiment' ? experiments : new Map();
}
