import { useNow } from '#platform/page/use-now.ts';
import { actWords, capital, type Receipt } from '#platform/receipts/receipt-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { formatDuration, formatTimestamp } from '#ui/format/times.ts';
import { Figure, ObjectHead } from '../../shared/object-head.tsx';
import { OutcomeBadge } from '../shared/outcome-badge.tsx';
import styles from './receipt-page.module.css';

const CLOCK_MS = 10_000;

/** How it went, in one row of figures. */
export function ReceiptHead({ receipt, title }: { receipt: Receipt; title: string }) {
  const { act, results, reasons, user, executedAt, endedAt } = receipt;
  const why = (result: 'nothing' | 'refused') => reasons.find((one) => one.result === result)?.reason;
  const took =
    executedAt && endedAt ? (new Date(endedAt).getTime() - new Date(executedAt).getTime()) / 1000 : undefined;
  return (
    <ObjectHead
      title={title}
      badges={<OutcomeBadge receipt={receipt} />}
      about={[
        `by ${user.username}`,
        formatTimestamp(executedAt ?? receipt.previewedAt),
        ...(took === undefined ? [] : [`took ${took < 1 ? '1 s' : formatDuration(took)}`]),
      ].join(' · ')}
    >
      <Figure
        name={capital(act === 'retainLogs' ? 'done' : actWords[act].done)}
        value={formatCount(results.done)}
        rest={`of ${formatCount(results.done + results.failed + results.waiting)} that could be`}
      />
      {results.waiting > 0 ? <Figure name="Waiting" value={formatCount(results.waiting)} /> : null}
      <Figure
        name="Failed"
        value={<span className={results.failed > 0 ? styles.failed : undefined}>{formatCount(results.failed)}</span>}
      />
      <Figure name="Nothing to do" value={formatCount(results.nothing)} rest={why('nothing')} />
      <Figure name="Refused" value={formatCount(results.refused)} rest={why('refused')} />
      <UndoFigure receipt={receipt} />
    </ObjectHead>
  );
}

function UndoFigure({ receipt: { undoUntil, undoneBy } }: { receipt: Receipt }) {
  const now = useNow(true, CLOCK_MS);
  if (undoneBy) return <Figure name="Undo" value="Taken back" />;
  if (undoUntil === null) return null;
  const left = (new Date(undoUntil).getTime() - now) / 1000;
  if (left <= 0) return <Figure name="Undo" value="Ended" rest={undoUntil.slice(0, 10)} />;
  return (
    <Figure name="Undo" value={formatDuration(left)} rest={`left, until ${formatTimestamp(undoUntil).slice(0, 17)}`} />
  );
}
