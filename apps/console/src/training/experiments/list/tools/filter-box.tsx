import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { columnFacts } from '@determined/contract/training/experiment-columns.ts';
import type { ReactNode } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { FilterPanel } from '../../../columns/shared/filter-panel.tsx';
import type { ProjectTable } from '../project-table.ts';
import { labelOf } from './column-choices.ts';

interface FilterBoxProps {
  projectId: number;
  table: ProjectTable;
  found: ReactNode;
  onClose: () => void;
}

/** The filter of a project's experiments, over its own columns. */
export function FilterBox({ projectId, table, found, onClose }: FilterBoxProps) {
  const query = useCallQuery(getProjectColumnsRoute, { id: projectId, tableType: 'TABLE_TYPE_EXPERIMENT' } as const);
  if (query.error) {
    return (
      <QueryFailure title="Unable to fetch project columns" error={query.error} retry={() => void query.refetch()} />
    );
  }
  const columns = (query.data?.columns ?? [])
    .filter(({ column }) => column !== 'searcherMetricsVal' && columnFacts(column)?.filterable)
    .map(({ column, location, type }) => ({ columnName: column, location, type, label: labelOf(column) }));
  return (
    <FilterPanel
      noun="experiments"
      columns={columns}
      filter={table.filter}
      onChange={table.setFilter}
      found={found}
      onClose={onClose}
    />
  );
}
