import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { SectionHead } from '#platform/page/section.tsx';
import { ExperimentLink } from '#training/experiments/shared/experiment-cell.tsx';
import { StateIcon } from '#ui/primitives/state-badge.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import styles from './home-page.module.css';
import { cell, type RowsProps } from './running-experiments.tsx';

const shown = 10;

export function FinishedExperiments({ rows }: RowsProps) {
  const columns: PlainColumn<ExperimentTableRow>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className={styles.named}>
          <StateIcon state={row.state} />
          <ExperimentLink row={row} />
        </span>
      ),
    },
    { id: 'project', header: 'Project', width: 132, look: 'quiet', cell: cell('project') },
    {
      id: 'curve',
      header: 'Curve',
      width: 116,
      title: (row) => row.cells.searcherMetric ?? '',
      cell: cell('curve'),
    },
    { id: 'best', header: 'Best metric', width: 104, look: 'number', cell: cell('searcherMetricsVal') },
    { id: 'duration', header: 'Duration', width: 92, look: 'number', cell: cell('duration') },
    { id: 'ended', header: 'Ended', width: 124, look: 'number', cell: cell('endTime') },
  ];
  return (
    <section className={styles.finished} aria-labelledby="finished">
      <SectionHead id="finished" title="Finished" note={rows.length > 0 ? 'most recent' : ''} />
      {rows.length === 0 ? (
        <p className={styles.nothing}>Nothing of yours has finished yet.</p>
      ) : (
        <PlainTable
          rows={rows.slice(0, shown)}
          rowKey={(row) => row.id}
          columns={columns}
          minWidth={720}
          line={(row) => ({
            name: (
              <>
                <StateIcon state={row.state} />
                <ExperimentLink row={row} />
              </>
            ),
            about: (
              <>
                {row.cells.project} · {cell('endTime')(row)}
              </>
            ),
            aside: cell('searcherMetricsVal')(row),
          })}
        />
      )}
    </section>
  );
}
