import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { menuActions } from '../actions/menu-actions.ts';
import { type AskedAction, useOfferedActions } from '../actions/use-experiment-actions.tsx';
import { type ExperimentRow, subjectOf } from './experiment-row.ts';

interface ExperimentRowMenuProps {
  row: ExperimentRow;
  workspaceId: number;
  onAsk: (asked: AskedAction) => void;
  inGrid?: boolean;
}

/** What can be done with the experiment of a row. */
export function ExperimentRowMenu({ row, workspaceId, onAsk, inGrid }: ExperimentRowMenuProps) {
  const offeredFor = useOfferedActions(onAsk);
  return <RowMenu inGrid={inGrid} of={row.name} actions={menuActions(offeredFor(subjectOf(row, workspaceId)))} />;
}
