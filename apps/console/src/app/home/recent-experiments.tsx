import type { ExperimentColumnId, ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { useNow } from '#platform/page/use-now.ts';
import { ExperimentCell, ExperimentLink, progressOf } from '#training/experiments/shared/experiment-cell.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import styles from './home-page.module.css';

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;

interface RecentExperimentsProps {
  rows: ExperimentTableRow[];
  /** When they were read, in ms. */
  readAt: number;
}

export function RecentExperiments({ rows, readAt }: RecentExperimentsProps) {
  const now = useNow(true, CLOCK_MS);
  const cell = (column: ExperimentColumnId) => (row: ExperimentTableRow) => (
    <ExperimentCell inGrid={false} column={column} row={row} now={now} readAt={readAt} />
  );
  const columns: PlainColumn<ExperimentTableRow>[] = [
    { id: 'name', header: 'Name', width: '30%', cell: cell('name') },
    { id: 'project', header: 'Project', look: 'quiet', cell: cell('project') },
    { id: 'state', header: 'State', width: 150, cell: cell('state') },
    {
      id: 'curve',
      header: 'Searcher metric',
      width: 150,
      title: (row) => row.cells.searcherMetric ?? '',
      cell: cell('curve'),
    },
    { id: 'best', header: 'Best', width: 110, look: 'number', cell: cell('searcherMetricsVal') },
    { id: 'duration', header: 'Duration', width: 100, look: 'number', cell: cell('duration') },
    { id: 'started', header: 'Started', width: 130, look: 'quiet', cell: cell('startTime') },
  ];
  return (
    <PlainTable
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      minWidth={960}
      line={(row) => ({
        name: <ExperimentLink row={row} />,
        about: (
          <>
            <StateLabel state={row.state} progress={progressOf(row)} /> · {cell('project')(row)} ·{' '}
            {cell('startTime')(row)}
          </>
        ),
        aside: (
          <span className={styles.best}>
            {cell('curve')(row)}
            {cell('searcherMetricsVal')(row)}
          </span>
        ),
      })}
    />
  );
}
