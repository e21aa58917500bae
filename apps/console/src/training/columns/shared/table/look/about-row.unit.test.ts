import { expect, test } from 'vitest';
import type { TableKind, TableRow } from '../table-kind.ts';
import { aboutRow } from './about-row.ts';

// All that is looked at, where no hyperparameter is shown.
const row = { id: 45, state: 'STATE_COMPLETED', cells: { user: 'ada' } } as TableRow;
const kind = (tableType: TableKind<TableRow>['tableType']) => ({ tableType }) as TableKind<TableRow>;

test('a number stands in the second line where it does not in the name', () => {
  expect(aboutRow(kind('TABLE_TYPE_EXPERIMENT'), row, [])).toBe('Completed · 45 · ada');
  expect(aboutRow(kind('TABLE_TYPE_RUN'), row, [])).toBe('Completed · ada');
});
