import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { useExperimentActions } from '../actions/use-experiment-actions.tsx';
import { type ExperimentRow, subjectOf } from './experiment-row.ts';

/** What can be done with the experiment of a row. */
export function ExperimentRowMenu({ row, workspaceId }: { row: ExperimentRow; workspaceId: number }) {
  const { offeredFor, dialog } = useExperimentActions();
  return (
    <>
      <RowMenu
        inGrid
        of={row.name}
        actions={offeredFor(subjectOf(row, workspaceId)).map(({ action, disabledReason, run }) => ({
          label: action.label,
          icon: action.icon,
          disabledReason,
          run,
        }))}
      />
      {dialog}
    </>
  );
}
