import type { ColumnTableSearch, TableKey } from '../../columns/shared/table/kept-table.ts';
import { loadRows } from '../../columns/shared/table/load-rows.ts';
import { experimentTable, searchTable } from '../../experiments/shared/experiment-table-kind.ts';
import { runTable } from '../list/run-table-kind.ts';

export function loadTable(key: TableKey, projectId: number, search: ColumnTableSearch): void {
  if (key === 'runs') loadRows(runTable, projectId, search);
  else loadRows(key === 'searches' ? searchTable : experimentTable, projectId, search);
}
