import type { ColumnTableSearch } from '../../columns/shared/table/kept-table.ts';
import { loadRows } from '../../columns/shared/table/load-rows.ts';
import { experimentTable } from '../shared/experiment-table-kind.ts';

export const loadExperimentRows = (projectId: number, search: ColumnTableSearch): void =>
  loadRows(experimentTable, projectId, search);
