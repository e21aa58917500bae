import type { CellTypes, ColumnType } from '@determined/contract/training/column-facts.ts';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import { cellOf, type TableKind, type TableRow } from '../table-kind.ts';

/** What stands in a cell as plain text, with all that is known of it: numbers whole, times as stamps. Empty for what has no words. */
export function cellText({ facts }: Pick<TableKind, 'facts'>, row: TableRow, id: string): string {
  const value = cellOf(row, id);
  if (value === undefined || value === null) return '';
  const type = facts(id)?.type;
  if (type === 'curve') return '';
  // A state is read as it is shown.
  if (type === 'state') return stateLook(value as CellTypes['state']).word;
  return plain(value);
}

function plain(value: Exclude<CellTypes[ColumnType], null>): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
