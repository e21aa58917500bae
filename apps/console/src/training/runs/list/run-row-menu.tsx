import type { RunTableRow } from '@determined/contract/training/run-columns.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { runActions } from '../actions/run-actions.ts';

/** What can be done with the run of a row. */
export function RunRowMenu({ row, inGrid }: { row: RunTableRow; inGrid?: boolean }) {
  const actions = useActions(runActions, row);
  return <RowMenu inGrid={inGrid} of={`run ${row.id}`} actions={actions} />;
}
