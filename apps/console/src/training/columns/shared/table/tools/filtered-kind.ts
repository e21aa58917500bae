import { filterText, noFilter } from '../../filter-set.ts';
import type { FilteredTable } from '../../filtered-table.ts';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind } from '../table-kind.ts';

export type FilteredKind = Pick<TableKind, 'tableType' | 'noun' | 'nouns' | 'always'>;

/** The table of a project as calls about its filter name it. */
export const filteredTable = (
  { tableType, noun, nouns, always }: FilteredKind,
  projectId: number,
  { archived }: Pick<ProjectTable, 'archived'>,
): FilteredTable => ({
  projectId,
  rows: {
    of: tableType === 'TABLE_TYPE_RUN' ? 'run' : 'experiment',
    archived,
    filter: always && filterText({ ...noFilter, children: [always] }),
  },
  noun,
  nouns,
});
