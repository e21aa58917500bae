import { Link } from '@tanstack/react-router';
import { SectionHead } from '#platform/page/section.tsx';
import { actWords, countOf, type Receipt, tally } from '#platform/receipts/receipt-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import { stateWords } from '#ui/primitives/state-badge.tsx';
import styles from './receipt-page.module.css';

const chosenBy = { ids: 'by hand', filter: 'by the filter of the table', receipt: 'of another receipt' };

/** What was asked for, and what happened when. */
export function ReceiptSide({ receipt }: { receipt: Receipt }) {
  const { act, kind, total, by, project, destination, owners, states, checkpoints, given, undoes, undoneBy } = receipt;
  const rows: [string, React.ReactNode][] = [
    ['Action', actWords[act].label],
    ['Selection', `${countOf({ kind }, total)} ${chosenBy[by]}`],
    ['Project', project && `${project.workspace} / ${project.name}`],
    ['Moved to', destination && `${destination.workspace} / ${destination.name}`],
    ['Days', given.days === undefined ? null : given.days < 0 ? 'for ever' : given.days],
    ['Tags added', given.add?.join(', ')],
    ['Tags removed', given.remove?.join(', ')],
    ['Note', given.note],
    ['Owners', tally(owners)],
    ['States', tally(states.map(({ name, count }) => ({ name: stateWords(name), count })))],
    [
      'Goes with it',
      act === 'delete' && checkpoints.count > 0
        ? `${formatCount(checkpoints.count)} checkpoints, ${formatBytes(checkpoints.bytes)}`
        : null,
    ],
    ['Takes back', undoes && <To id={undoes} />],
    ['Taken back by', undoneBy && <To id={undoneBy} />],
  ];
  const times: [string, string | null][] = [
    ['Preview shown', receipt.previewedAt],
    [`Confirmed by ${receipt.user.username}`, receipt.executedAt],
    [receipt.state === 'stopped' ? 'Stopped' : 'At its end', receipt.endedAt],
    [act === 'delete' ? 'Undo ends, files go' : 'Undo ends', receipt.undoUntil],
    ['This receipt goes', receipt.keptUntil],
  ];
  return (
    <aside className={styles.side} aria-label="About this receipt">
      <SectionHead id="asked" title="What was asked" />
      <dl className={styles.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <SectionHead id="when" title="What happened when" />
      <ol className={styles.times}>
        {times
          .filter(([, at]) => at !== null)
          .map(([what, at]) => (
            <li key={what}>
              <span>{what}</span>
              <time dateTime={at ?? undefined}>{formatTimestamp(at)}</time>
            </li>
          ))}
      </ol>
    </aside>
  );
}

function To({ id }: { id: string }) {
  return (
    <Link to="/receipts/$receiptId" params={{ receiptId: id }} search={{}}>
      Receipt {id.slice(0, 6)}
    </Link>
  );
}
