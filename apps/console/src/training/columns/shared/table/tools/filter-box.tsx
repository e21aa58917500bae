import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { ReactNode } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { FilterPanel } from '../../filter-panel.tsx';
import { filterText, noFilter } from '../../filter-set.ts';
import { FilteredTableContext } from '../../filtered-table.ts';
import type { ProjectTable } from '../project-table.ts';
import { labelOf, type TableKind } from '../table-kind.ts';

type FilteredKind = Pick<TableKind, 'tableType' | 'facts' | 'unfiltered' | 'noun' | 'nouns' | 'always'>;

interface FilterBoxProps {
  kind: FilteredKind;
  projectId: number;
  table: ProjectTable;
  found: ReactNode;
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
  const { noun, nouns, always } = kind;
  const rows = {
    of: kind.tableType === 'TABLE_TYPE_RUN' ? 'run' : 'experiment',
    archived: table.archived,
    filter: always && filterText({ ...noFilter, children: [always] }),
  } as const;
  return (
    <FilteredTableContext value={{ projectId, rows, noun, nouns }}>
      <FilterPanel
        begins={columns.find(({ columnName }) => columnName === begins)}
        noun={nouns}
        columns={columns}
        filter={table.filter}
        onChange={table.setFilter}
        found={found}
        onClose={onClose}
      />
    </FilteredTableContext>
  );
}
