import { columnFacts, usualExperimentColumns } from '@determined/contract/training/experiment-columns.ts';
import type { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { filterText, noFilter, readFilter } from '../../columns/shared/filter-set.ts';
import { columnsToAsk } from '../shared/columns-to-ask.ts';

export const experimentTable: TableDefinition = {
  sorts: (id) => columnFacts(id)?.sortable ?? false,
  defaultSort: { columnId: 'id', direction: 'desc' },
  pageSizes: [20, 40, 80],
};

export interface ExperimentTableSearch extends TableSearch {
  archived?: true;
  /** Ids with commas between; the usual ones without it. */
  columns?: string;
  /** A FilterGroup, if it is one. */
  filter?: object;
}

/** Of one answer's, some are what others are drawn with. */
export const mostColumns = 90;

/** The columns that the address names, as far as there are such; the name is always among them: it is the way in. */
export function shownColumns({ columns }: ExperimentTableSearch): readonly string[] {
  const known = [...new Set(columns?.split(','))].filter((id) => columnFacts(id) !== undefined);
  if (known.length === 0) return usualExperimentColumns;
  return (known.includes('name') ? known : ['name', ...known]).slice(0, mostColumns);
}

/** One of these stands beside the name where there is room for one figure. */
export function isMetric(id: string): boolean {
  const type = columnFacts(id)?.type;
  return type === 'metric' || type === 'reported';
}

/** What the address asks for; nothing where that is no filter, which the table says. */
export const filterOf = ({ filter }: ExperimentTableSearch) => readFilter(filter) ?? noFilter;

/** The read of a project's experiments that the address asks for. */
export function experimentRowsRequest(
  projectId: number,
  search: ExperimentTableSearch,
): Request<typeof getExperimentRowsRoute> {
  const { sorts, offset, pageSize } = tablePart(experimentTable, search);
  return {
    params: { projectId },
    query: {
      offset,
      limit: pageSize,
      sort: sortText(sorts),
      archived: search.archived ?? false,
      filter: filterText(filterOf(search)),
      columns: columnsToAsk(shownColumns(search)),
    },
  };
}
