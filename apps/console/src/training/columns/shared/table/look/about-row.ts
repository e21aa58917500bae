import { formatSetting } from '#ui/format/numbers.ts';
import { stateWords } from '#ui/primitives/state-badge.tsx';
import { progressOf } from '../table-cell.tsx';
import { cellOf, type TableKind, type TableRow } from '../table-kind.ts';
import { cellText } from './cell-text.ts';

/** Of a row in the narrow form: what else tells it from the others. */
export function aboutRow<Row extends TableRow>(kind: TableKind<Row>, row: Row, shown: readonly string[]): string {
  const hp = shown.filter((id) => id.startsWith('hp.'));
  const settings = hp.map((id) => {
    const value = cellOf(row, id);
    return `${id.slice(3)} ${typeof value === 'number' ? formatSetting(value) : cellText(kind, row, id)}`;
  });
  // A run's number stands in its name.
  const number = kind.tableType === 'TABLE_TYPE_RUN' ? undefined : row.id;
  const who = settings.length > 0 ? settings.slice(0, 2) : [number, row.cells.user];
  return [stateWords(row.state, progressOf(row)), ...who].filter(Boolean).join(' · ');
}
