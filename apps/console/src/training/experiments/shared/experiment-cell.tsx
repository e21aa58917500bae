import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { PathLink } from '#platform/routing/path-link.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook } from '#ui/primitives/state-kinds.ts';
import { type CellContext, type OwnCells, TableCell } from '../../columns/shared/table/table-cell.tsx';
import { UnmanagedLabel } from '../../shared/unmanaged-label.tsx';
import styles from './experiment-cell.module.css';
import { experimentTable } from './experiment-table-kind.ts';

/** Cells of experiments that are not drawn as their type is. */
export const experimentCells: OwnCells<ExperimentTableRow> = { name: (context) => <NameCell {...context} /> };

type ExperimentCellProps = CellContext<ExperimentTableRow> & { column: string };

export function ExperimentCell(props: ExperimentCellProps) {
  return <TableCell kind={experimentTable} own={experimentCells} {...props} />;
}

export function ExperimentLink({ row, inGrid = false }: { row: ExperimentTableRow; inGrid?: boolean }) {
  return (
    <PathLink
      path={`/experiments/${row.id}`}
      {...(inGrid && { 'data-row-link': true, tabIndex: -1 })}
      className={styles.name}
      title={row.name}
    >
      {row.name}
    </PathLink>
  );
}

function NameCell({ row, inGrid }: CellContext<ExperimentTableRow>) {
  return (
    <span className={styles.nameCell}>
      <ExperimentLink row={row} inGrid={inGrid} />
      {row.unmanaged && <UnmanagedLabel />}
      {row.archived && <StateLabel state={archivedLook} />}
    </span>
  );
}
