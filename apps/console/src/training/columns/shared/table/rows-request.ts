import { type TableDefinition, tablePart } from '#platform/table/table-state.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { askedFor, type FilterGroup, filterText, noFilter, readFilter } from '../filter-set.ts';
import { columnsToAsk } from './columns-to-ask.ts';
import type { ColumnTableSearch } from './kept-table.ts';
import type { RowsRequest, TableKind, TableRow } from './table-kind.ts';

export const definitionOf = ({ facts }: Pick<TableKind, 'facts'>): TableDefinition => ({
  sorts: (id) => facts(id)?.sortable ?? false,
  bySeveral: true,
  defaultSort: { columnId: 'id', direction: 'desc' },
  pageSizes: [20, 40, 80],
});

/** Of one answer's, some are what others are drawn with. */
export const mostColumns = 90;

type Columns = Pick<TableKind, 'facts' | 'usual' | 'wayIn'>;

/** The columns that the address names, as far as there are such; the way in is always among them. */
export function shownColumns({ facts, usual, wayIn }: Columns, { columns }: ColumnTableSearch): readonly string[] {
  const known = [...new Set(columns?.split(','))].filter((id) => facts(id) !== undefined);
  if (known.length === 0) return usual;
  return (known.includes(wayIn) ? known : [wayIn, ...known]).slice(0, mostColumns);
}

/** One of these stands beside the name where there is room for one figure. */
export function isMetric({ facts }: Pick<TableKind, 'facts'>, id: string): boolean {
  const type = facts(id)?.type;
  return type === 'metric' || type === 'reported';
}

/** What the address asks for; nothing where that is no filter, which the table says. */
export const filterOf = ({ filter }: ColumnTableSearch) => readFilter(filter) ?? noFilter;

/** The newest rows without their cells, whatever the reader filters by. */
export const firstRequest = <Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  limit: number,
): RowsRequest => ({
  params: { projectId },
  query: { limit, filter: filterText(withAlways(kind, noFilter)) },
});

/** Only how many rows there are. */
export const countRequest = <Row extends TableRow>(kind: TableKind<Row>, projectId: number) =>
  firstRequest(kind, projectId, 0);

/** With the condition that holds for all rows of the table. */
function withAlways({ always }: Pick<TableKind, 'always'>, filter: FilterGroup): FilterGroup {
  return always ? { kind: 'group', conjunction: 'and', children: [always, filter] } : filter;
}

/** Which of a project's rows the table has, whatever page of them is read. */
export const rowsOf = <Row extends TableRow>(kind: TableKind<Row>, search: ColumnTableSearch) => ({
  filter: askedFor(withAlways(kind, filterOf(search))),
  archived: search.archived ?? false,
});

/** The read of a project's rows that the address asks for. */
export function rowsRequest<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
): RowsRequest {
  const { sorts, offset, pageSize } = tablePart(definitionOf(kind), search);
  const { filter, archived } = rowsOf(kind, search);
  return {
    params: { projectId },
    query: {
      offset,
      limit: pageSize,
      sort: sortText(sorts),
      archived,
      filter: filter && filterText(filter),
      columns: columnsToAsk(kind, shownColumns(kind, search)),
    },
  };
}
