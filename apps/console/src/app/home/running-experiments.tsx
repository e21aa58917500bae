import type { ExperimentColumnId, ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { SectionHead } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { progressOf } from '#training/columns/shared/table/table-cell.tsx';
import { ExperimentCell, ExperimentLink } from '#training/experiments/shared/experiment-cell.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import styles from './home-page.module.css';

export interface RowsProps {
  rows: ExperimentTableRow[];
}

export const cell = (column: ExperimentColumnId) => (row: ExperimentTableRow) => (
  <ExperimentCell inGrid={false} column={column} row={row} />
);

export function RunningExperiments({ rows, total }: RowsProps & { total: number }) {
  const columns: PlainColumn<ExperimentTableRow>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className={styles.named}>
          <StateIcon state={row.state} progress={progressOf(row)} />
          <ExperimentLink row={row} />
          <small>{placeOf(row)}</small>
        </span>
      ),
    },
    {
      id: 'curve',
      header: 'Curve',
      width: 116,
      title: (row) => row.cells.searcherMetric ?? '',
      cell: cell('curve'),
    },
    { id: 'best', header: 'Best metric', width: 104, look: 'number', cell: cell('searcherMetricsVal') },
    { id: 'progress', header: 'Progress', width: 152, cell: (row) => <Progress share={progressOf(row)} /> },
    { id: 'duration', header: 'Runs for', width: 92, look: 'number', cell: cell('duration') },
  ];
  return (
    <section className={styles.tall} aria-labelledby="running">
      <SectionHead id="running" title="Running" note={noteOf(rows.length, total)} />
      {rows.length === 0 ? (
        <p className={styles.nothing}>Nothing of yours runs.</p>
      ) : (
        <PlainTable
          rows={rows}
          rowKey={(row) => row.id}
          columns={columns}
          minWidth={680}
          line={(row) => ({
            name: (
              <>
                <StateIcon state={row.state} progress={progressOf(row)} />
                <ExperimentLink row={row} />
              </>
            ),
            about: [percentOf(progressOf(row)), placeOf(row)].filter(Boolean).join(' · '),
            aside: (
              <span className={styles.best}>
                {cell('curve')(row)}
                {cell('searcherMetricsVal')(row)}
              </span>
            ),
          })}
        />
      )}
    </section>
  );
}

function noteOf(shown: number, total: number): string {
  if (shown === 0) return '';
  const all = plural(total, worded`experiment`);
  return shown < total ? `${all}, the newest ${shown}` : all;
}

function placeOf({ cells }: ExperimentTableRow): string {
  const trials = cells.numTrials ?? 0;
  return [cells.project ?? '', trials > 1 ? worded`${formatCount(trials)} trials` : ''].filter(Boolean).join(' · ');
}

const percentOf = (share: number | null) => (share === null ? '' : `${Math.floor(share * 100)} %`);

function Progress({ share }: { share: number | null }) {
  if (share === null) return <span className="muted">—</span>;
  return (
    <span className={styles.progress}>
      <span aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {percentOf(share)}
    </span>
  );
}
