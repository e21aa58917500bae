import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { experimentActions } from '../actions/experiment-actions.ts';
import type { ExperimentRow } from './experiment-row.ts';

interface ExperimentRowMenuProps {
  row: ExperimentRow;
  inGrid?: boolean;
}

/** What can be done with the experiment of a row. */
export function ExperimentRowMenu({ row, inGrid }: ExperimentRowMenuProps) {
  const actions = useActions(experimentActions, row);
  return <RowMenu inGrid={inGrid} of={row.name} actions={actions} />;
}
