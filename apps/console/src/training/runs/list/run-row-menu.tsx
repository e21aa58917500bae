import type { RunTableRow } from '@determined/contract/training/run-columns.ts';
import { ActionRowMenu } from '#platform/actions/action-row-menu.tsx';
import { runActions } from '../actions/run-actions.ts';

/** What can be done with the run of a row. */
export function RunRowMenu({ row, inGrid }: { row: RunTableRow; inGrid?: boolean }) {
  return <ActionRowMenu inGrid={inGrid} of={`run ${row.id}`} subject={row} actions={runActions} />;
}
