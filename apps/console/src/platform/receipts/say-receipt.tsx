import { getReceiptItemsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { mostTold, Refusals } from '#platform/actions/say-outcome.tsx';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { basePath } from '#platform/routing/safe-target.ts';
import { nounOf } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { manyOf } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { actOn, actWords, countOf, eligibleOf, outcomeTitle, type Receipt } from './receipt-words.ts';

export const receiptAddress = (id: string) => `${basePath}/receipts/${id}`;

interface Ways {
  /** Goes to a page of the console: a toast outlives the page it was said on. */
  open: (href: string) => void;
  undo: () => Promise<void>;
}

/** Says how it went, in the specification's words for several, with the way to each thing's own result, and back. */
export async function sayReceipt(receipt: Receipt, { open, undo }: Ways): Promise<void> {
  const { id, act, results } = receipt;
  const failed = results.failed === 0 ? [] : await failures(id);
  const title = outcomeTitle(receipt);
  const say = results.failed === 0 ? toast.done : toast.warn;
  const unmanaged = receipt.reasons.find(({ reason }) => reason === 'not managed by this cluster')?.count ?? 0;
  say(
    title,
    <>
      <p>{words(receipt)}</p>
      {act === 'move' && results.done > 0 && receipt.destination ? (
        <p>
          Successfully Moved.{' '}
          <Way href={`${basePath}/workspaces/${receipt.destination.workspaceId}`} open={open}>
            View Workspace
          </Way>
        </p>
      ) : null}
      {unmanaged > 0 ? <p>{`Unmanaged ${manyOf(nounOf(receipt.kind))} are ignored: ${unmanaged}.`}</p> : null}
      {failed.length > 0 ? (
        <Refusals
          refused={failed.map(({ id: item, reason }) => ({ id: item, error: reason }))}
          count={results.failed}
          subjects={failed}
        />
      ) : null}
      <p>
        {receipt.undoUntil !== null && results.done > 0 && receipt.undoes === null ? (
          <Button
            size="xs"
            onClick={() => {
              toast.hide(title);
              void undo().catch((error: unknown) =>
                reportError(error, { title: `Unable to take back: ${actWords[act].label}`, message: messageOf(error) }),
              );
            }}
          >
            Undo
          </Button>
        ) : null}{' '}
        <Way href={receiptAddress(id)} open={open}>
          Receipt
        </Way>
      </p>
    </>,
  );
}

function words(receipt: Receipt): string {
  const { act, state, results } = receipt;
  const { label } = actWords[act];
  const eligible = eligibleOf(receipt);
  if (state === 'stopped')
    return `Stopped: ${label} succeeded for ${results.done}, ${countOf(receipt, results.waiting)} left as before.`;
  if (results.done === 0 && results.failed > 0)
    return `Unable to ${actOn(act).toLowerCase()} ${countOf(receipt, eligible)}.`;
  if (results.failed > 0)
    return `${label} succeeded for ${results.done} out of ${eligible} eligible ${manyOf(nounOf(receipt.kind))}.`;
  return `${label} succeeded for ${countOf(receipt, results.done)}.`;
}

async function failures(id: string) {
  const query = { result: 'failed', limit: mostTold } as const;
  return (await call(getReceiptItemsRoute, { params: { receiptId: id }, query }).catch(() => ({ items: [] }))).items;
}

/** A link that stands outside of what knows the router. */
function Way({ href, open, children }: { href: string; open: (href: string) => void; children: string }) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        open(href);
      }}
    >
      {children}
    </a>
  );
}
