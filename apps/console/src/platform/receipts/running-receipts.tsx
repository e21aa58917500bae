import { stopReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { useRouter } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { useCall } from '#platform/api/call.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { actWords, countOf, eligibleOf, type Receipt } from './receipt-words.ts';
import styles from './running-receipts.module.css';
import { receiptAddress } from './say-receipt.tsx';

/** What goes on whichever page one is on: how far it is, and the way to stop it. */
export function ReceiptStrip({ receipt }: { receipt: Receipt }) {
  const router = useRouter();
  const stop = useCall(stopReceiptRoute);
  const { id, act, results, destination } = receipt;
  const moved = eligibleOf(receipt);
  const all = moved + results.waiting;
  const href = receiptAddress(id);
  return (
    <section className={styles.strip} aria-label="In progress">
      <Icon of={LoaderCircle} size={14} className={styles.turn} />
      <strong>
        {actWords[act].doing} {countOf(receipt, all)}
        {destination ? ` to ${destination.workspace} / ${destination.name}` : ''}
      </strong>
      <progress className={styles.bar} max={all} value={moved} aria-label={actWords[act].doing} />
      <span>
        {formatCount(results.done)} done
        {results.failed > 0 ? <span className={styles.failed}> · {formatCount(results.failed)} failed</span> : null}
      </span>
      <span className={styles.space} />
      <span className={styles.note}>Goes on if you leave</span>
      <a
        className={buttonClass()}
        href={href}
        onClick={(event) => {
          event.preventDefault();
          router.history.push(href);
        }}
      >
        Open receipt
      </a>
      <Button
        variant="quiet"
        working={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate({ params: { receiptId: id } })}
      >
        Stop after this batch
      </Button>
    </section>
  );
}
