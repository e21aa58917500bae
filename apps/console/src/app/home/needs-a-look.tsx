import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import type { ReactNode } from 'react';
import { SectionHead } from '#platform/page/section.tsx';
import { progressOf } from '#training/columns/shared/table/table-cell.tsx';
import { ExperimentLink } from '#training/experiments/shared/experiment-cell.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { formatRelative, formatTimestamp } from '#ui/format/times.ts';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import styles from './home-page.module.css';
import { eveningBefore } from './own-experiments.ts';

interface Reason {
  experimentId: number;
  trialId: number | null;
  reason: string;
}

interface EventsProps {
  rows: ExperimentTableRow[];
  reasons: readonly Reason[];
  now: number;
}

const reasonOf = ({ id }: ExperimentTableRow, reasons: readonly Reason[]) =>
  reasons.find(({ experimentId }) => experimentId === id);

export function FailedExperiments({ rows, total, reasons, now }: EventsProps & { total: number }) {
  const note = total > rows.length ? `the last ${rows.length} of ${formatCount(total)}` : `since ${eveningBefore}`;
  const tell = (row: ExperimentTableRow) => {
    const found = reasonOf(row, reasons);
    return (
      <>
        <Sentence words={failureOf(found?.reason)} />{' '}
        {found?.trialId ? (
          <TrialLink experimentId={row.id} trialId={found.trialId} tab="logs">
            Logs
          </TrialLink>
        ) : null}
      </>
    );
  };
  return (
    <Events title="Failed" note={note} nothing={`Nothing failed since ${eveningBefore}.`} {...{ rows, now, tell }} />
  );
}

const states: Partial<Record<ExperimentTableRow['state'], string>> = {
  STATE_PAUSED: 'Paused. It goes on when it is activated.',
};

export function WaitingExperiments({ rows, reasons, now }: EventsProps) {
  const tell = (row: ExperimentTableRow) => (
    <Sentence words={reasonOf(row, reasons)?.reason || (states[row.state] ?? stateLook(row.state).word)} />
  );
  return <Events title="Waiting" note="and why" nothing="Nothing waits." {...{ rows, now, tell }} />;
}

interface ListProps {
  title: string;
  note: string;
  /** What it says in place of an empty list. */
  nothing: string;
  rows: ExperimentTableRow[];
  now: number;
  tell: (row: ExperimentTableRow) => ReactNode;
}

function Events({ title, note, nothing, rows, now, tell }: ListProps) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} note={rows.length > 0 ? note : ''} />
      {rows.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        <ul className={styles.events}>
          {rows.map((row) => (
            <li key={row.id}>
              <StateIcon state={row.state} progress={progressOf(row)} />
              <ExperimentLink row={row} />
              <Since at={row.cells.endTime ?? row.cells.startTime} now={now} />
              <p>{tell(row)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Since({ at, now }: { at: string | null | undefined; now: number }) {
  return at ? (
    <time dateTime={at} title={formatTimestamp(at)}>
      {formatRelative(at, now)}
    </time>
  ) : null;
}

/** Without the words that every failure of a task begins with. */
function failureOf(reason = ''): string {
  const own = reason.replace(/^allocation failed: (resources failed with non-zero exit code: )?/, '') || 'errored';
  return own.charAt(0).toUpperCase() + own.slice(1);
}

/** Its first clause stands out. */
function Sentence({ words }: { words: string }) {
  const end = words.search(/[,.:;](\s|$)/);
  const at = end < 0 ? words.length : end + 1;
  return (
    <>
      <b>{words.slice(0, at)}</b>
      {words.slice(at)}
    </>
  );
}
