import type { RunTableRow } from '@determined/contract/training/run-columns.ts';
import { PathLink } from '#platform/routing/path-link.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook } from '#ui/primitives/state-kinds.ts';
import type { OwnCells } from '../../columns/shared/table/table-cell.tsx';
import { ExperimentLink } from '../../shared/experiment-link.tsx';
import { UnmanagedLabel } from '../../shared/unmanaged-label.tsx';
import styles from './run-cells.module.css';

/** Cells of runs that are not drawn as their type is: the number leads to the run, the name to its search. */
export const runCells: OwnCells<RunTableRow> = {
  id: ({ row, inGrid }) => <RunLink row={row} inGrid={inGrid} />,
  experimentName: ({ row, inGrid }) => (
    <span className={styles.search}>
      <span className={styles.name} title={row.name}>
        <ExperimentLink id={row.experiment.id} inGrid={inGrid}>
          {row.name}
        </ExperimentLink>
      </span>
      {row.experiment.unmanaged && <UnmanagedLabel />}
      {(row.archived || row.experiment.archived) && <StateLabel state={archivedLook} />}
    </span>
  ),
};

interface RunLinkProps {
  row: RunTableRow;
  inGrid: boolean;
  /** Where the number stands in no column: with the name of its search, or as a run of the one that the page is of. */
  named?: 'by search' | 'as run';
}

export function RunLink({ row, inGrid, named }: RunLinkProps) {
  return (
    <PathLink
      path={`/experiments/${row.experiment.id}/trials/${row.id}`}
      {...(inGrid && { 'data-row-link': true, tabIndex: -1 })}
      className={styles.name}
    >
      {named === 'by search' ? `${row.name} · ${row.id}` : named ? `Run ${row.id}` : row.id}
    </PathLink>
  );
}
