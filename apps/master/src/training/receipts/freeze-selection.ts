import { invalidArgument, permissionDenied } from '@determined/contract/errors.ts';
import { mostReceiptItems, previewSamples, type ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Context, isTaskSession } from '#platform/http/context.ts';
import { asking } from './acts/ask-right.ts';
import type { Deed, Found } from './acts/deed.ts';
import { checkGoal } from './acts/experiment-deeds.ts';
import { kinds } from './acts/kinds.ts';
import { insertItems, insertReceipt, type ReceiptRow } from './receipt-store.ts';
import type { Asked, Given, ReceiptKind, Summary } from './receipt-tables.ts';

interface Wish {
  kind: ReceiptKind;
  act: ReceiptAct;
  given: Given;
  projectId: number | null;
  by: Asked['by'];
  chosen: readonly { id: number; given: Given | null }[];
  undoes?: string;
}

/** The act on things of a kind. Throws where there is no such act. */
export function deedOf({ kind, act }: Pick<ReceiptRow, 'kind' | 'act'>): Deed {
  const deed = kinds[kind].deeds[act];
  if (!deed) throw invalidArgument(`act: ${act} is nothing that is done to a ${kind}`);
  return deed;
}

/** Writes down what was chosen and what the act would do to each; its id is what executes exactly that. */
export async function freezeSelection(ctx: Context, wish: Wish): Promise<string> {
  const { kind, act, given, chosen } = wish;
  const { session } = ctx;
  if (isTaskSession(session)) throw permissionDenied('tasks act on one thing at a time');
  const deed = deedOf(wish);
  if (chosen.length > mostReceiptItems) throw invalidArgument(`selection: at most ${mostReceiptItems} at once`);
  // Taken back, each goes to where it came from.
  if (act === 'move' && !wish.undoes) await checkGoal(ctx, given.projectId);
  if (act === 'note' && !given.note?.trim()) throw invalidArgument('given.note: what to add is missing');
  if (act === 'strikeNote' && !wish.undoes) throw invalidArgument('act: strikeNote takes back what a receipt added');
  if (act === 'retainLogs' && given.days === undefined) throw invalidArgument('given.days: for how long is missing');
  const found = await kinds[kind].judge(asking(ctx, deed.right), act, chosen, given);
  return inTransaction(ctx.db, async (tx) => {
    const id = await insertReceipt(tx, {
      kind,
      act,
      given: JSON.stringify(given),
      asked: JSON.stringify({ by: wish.by }),
      project_id: wish.projectId,
      undoes: wish.undoes ?? null,
      user_id: ctx.user.id,
      session: JSON.stringify({ kind: session.kind, id: session.id }),
      request_id: ctx.requestId,
      address: ctx.remoteAddress,
      previewed_at: ctx.master.clock.now().toISOString(),
    });
    await insertItems(tx, id, found, summaryOf(found));
    return id;
  });
}

function summaryOf(found: readonly Found[]): Summary {
  const acting = found.filter(({ result }) => result === 'waiting');
  const reasons = new Map<string, Summary['reasons'][number]>();
  for (const { result, reason } of found) {
    if (result === 'waiting') continue;
    const known = reasons.get(`${result} ${reason}`) ?? { result, reason, count: 0 };
    reasons.set(`${result} ${reason}`, { ...known, count: known.count + 1 });
  }
  const sum = (of: (one: Found) => number) => acting.reduce((total, one) => total + of(one), 0);
  return {
    reasons: [...reasons.values()].toSorted((one, other) => other.count - one.count),
    states: tally(acting, ({ state }) => state).map(([name, count]) => ({ name, count })),
    owners: tally(acting, ({ ownerId }) => ownerId).map(([id, count]) => ({ id, count })),
    projects: tally(acting, ({ projectId }) => projectId).map(([id, count]) => ({ id, count })),
    checkpoints: { count: sum(({ checkpoints }) => checkpoints), bytes: sum(({ bytes }) => bytes) },
    samples: acting
      .map(({ id }) => id)
      .toSorted((one, other) => other - one)
      .slice(0, previewSamples),
  };
}

/** How many of each, the most first. */
function tally<Key>(found: readonly Found[], key: (one: Found) => Key): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const one of found) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
