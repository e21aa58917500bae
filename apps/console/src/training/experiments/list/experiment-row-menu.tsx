import { RowMenu } from '#ui/primitives/row-menu.tsx';
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
  return (
    <RowMenu
      inGrid={inGrid}
      of={row.name}
      actions={offeredFor(subjectOf(row, workspaceId)).map(({ action, disabledReason, run }) => ({
        label: action.label,
        icon: action.icon,
        disabledReason,
        run,
      }))}
    />
  );
}
