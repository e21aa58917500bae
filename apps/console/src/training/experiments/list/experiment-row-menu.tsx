import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { experimentActions } from '../actions/experiment-actions.ts';

interface ExperimentRowMenuProps {
  row: ExperimentTableRow;
  inGrid?: boolean;
}

/** What can be done with the experiment of a row. */
export function ExperimentRowMenu({ row, inGrid }: ExperimentRowMenuProps) {
  const actions = useActions(experimentActions, row);
  return <RowMenu inGrid={inGrid} of={row.name} actions={actions} />;
}
