import { maxCompared } from '@determined/contract/limits.ts';
import type { ComponentType } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/notice.tsx';
import { SidePane } from '#ui/primitives/side-pane.tsx';
import type { FilterGroup } from '../filter-set.ts';
import { type ColumnTableSearch, fixedWidth } from './kept-table.ts';
import type { ProjectTable } from './project-table.ts';
import { rowsOf } from './rows-request.ts';
import { selectedCount } from './selection/selection.ts';
import { useChosenIds } from './selection/use-chosen-ids.ts';
import type { TableKind, TableRow } from './table-kind.ts';

/** What compares the ticked rows. Of another slice: the table is given it. */
export type Comparing = ComponentType<{
  of: 'experiment' | 'run';
  ids: readonly number[];
  count: number;
  projectId: number;
  filter: FilterGroup | undefined;
  archived: boolean;
  /** The reader's own filter, which what is compared may change. */
  table: Pick<ProjectTable, 'filter' | 'setFilter'>;
  onClose: () => void;
}>;

const usualWidth = 444;

export interface CompareBesideProps<Row extends TableRow> {
  kind: TableKind<Row>;
  projectId: number;
  search: ColumnTableSearch;
  table: ProjectTable;
  total: number;
  with: Comparing;
}

/** What is ticked in the table, compared. */
export function CompareBeside<Row extends TableRow>(props: CompareBesideProps<Row>) {
  const { table, total, with: Comparing, kind, projectId, search } = props;
  const { selection } = table;
  const count = selectedCount(selection, total);
  const chosen = useChosenIds(kind, projectId, search, selection, count <= maxCompared ? total : 0);
  function setFilter(filter: FilterGroup): void {
    // What is compared is not to change with what the filter finds.
    if (selection.type === 'ALL_EXCEPT' && chosen.ids) table.setSelection({ type: 'ONLY_IN', selections: chosen.ids });
    table.setFilter(filter);
  }
  return (
    <SidePane
      name="Compare"
      width={table.compareWidth ?? usualWidth}
      onWidth={table.setCompareWidth}
      fills={fixedWidth(table.pinned) !== undefined}
    >
      {chosen.error ? (
        <ErrorState
          title={`Unable to fetch ${kind.nouns} for comparison`}
          actions={<Button onClick={chosen.retry}>Retry</Button>}
        />
      ) : (
        <Comparing
          of={kind.key === 'runs' ? 'run' : 'experiment'}
          ids={chosen.ids ?? []}
          count={count}
          projectId={projectId}
          {...rowsOf(kind, search)}
          table={{ filter: table.filter, setFilter }}
          onClose={() => table.setCompare(false)}
        />
      )}
    </SidePane>
  );
}
