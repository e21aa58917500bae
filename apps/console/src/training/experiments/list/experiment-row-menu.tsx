import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { ActionRowMenu } from '#platform/actions/action-row-menu.tsx';
import { experimentActions } from '../actions/experiment-actions.ts';

interface ExperimentRowMenuProps {
  row: ExperimentTableRow;
  inGrid?: boolean;
}

/** What can be done with the experiment of a row. */
export function ExperimentRowMenu({ row, inGrid }: ExperimentRowMenuProps) {
  return <ActionRowMenu inGrid={inGrid} of={row.name} subject={row} actions={experimentActions} />;
}
