import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { FilterPanel } from '../../filter-panel.tsx';
import { FilteredTableContext } from '../../filtered-table.ts';
import type { ProjectTable } from '../project-table.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import { type FilteredKind, filteredTable } from './filtered-kind.ts';

interface FilterBoxProps {
  kind: FilteredKind & Pick<TableKind, 'facts' | 'unfiltered'>;
  projectId: number;
  table: ProjectTable;
  found: number | undefined;
  /** A column that a condition is begun with. */
  begins?: string | undefined;
  onClose: () => void;
}

/** The filter of a project's table, over its own columns. */
export function FilterBox({ kind, projectId, table, found, begins, onClose }: FilterBoxProps) {
  const query = useCallQuery(getProjectColumnsRoute, { id: projectId, tableType: kind.tableType });
  if (query.error) {
    return (
      <QueryFailure title="Unable to fetch project columns" error={query.error} retry={() => void query.refetch()} />
    );
  }
  const columns = (query.data?.columns ?? [])
    .filter(({ column }) => !kind.unfiltered.includes(column) && kind.facts(column)?.filterable)
    .map(({ column, location, type }) => ({ columnName: column, location, type, label: labelOf(kind, column) }));
  if (begins !== undefined && !query.data) return null;
  const filtered = filteredTable(kind, projectId, table);
  return (
    <FilteredTableContext value={filtered}>
      <FilterPanel
        begins={columns.find(({ columnName }) => columnName === begins)}
        table={filtered}
        columns={columns}
        filter={table.filter}
        onChange={table.setFilter}
        found={found}
        onClose={onClose}
      />
    </FilteredTableContext>
  );
}
