import type { ComponentType } from 'react';
import { huesOf } from '#training/metrics/shared/series-slots.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/notice.tsx';
import { SidePane } from '#ui/primitives/side-pane.tsx';
import type { PointedRow } from '#ui/table/pointed-row.ts';
import type { FilterGroup } from '../filter-set.ts';
import { type ColumnTableSearch, fixedWidth } from './kept-table.ts';
import type { ProjectTable } from './project-table.ts';
import { rowsOf } from './rows-request.ts';
import type { ComparedRows } from './selection/use-compared.ts';
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
  /** Places of the first of them in the palette. */
  slots: ReadonlyMap<number, number>;
  /** The row of the table that is pointed at, or what stands for it beside it. */
  pointed: PointedRow;
  onClose: () => void;
}>;

const usualWidth = 444;

export interface CompareBesideProps<Row extends TableRow> {
  kind: TableKind<Row>;
  projectId: number;
  search: ColumnTableSearch;
  table: ProjectTable;
  compared: ComparedRows;
  with: Comparing;
}

/** What is ticked in the table, compared. */
export function CompareBeside<Row extends TableRow>(props: CompareBesideProps<Row> & { pointed: PointedRow }) {
  const { table, compared, with: Comparing, kind, projectId, search } = props;
  function setFilter(filter: FilterGroup): void {
    // What is compared is not to change with what the filter finds.
    if (table.selection.type === 'ALL_EXCEPT' && compared.ids)
      table.setSelection({ type: 'ONLY_IN', selections: compared.ids }, huesOf(compared.slots));
    table.setFilter(filter);
  }
  return (
    <SidePane
      name="Compare"
      width={table.compareWidth ?? usualWidth}
      onWidth={table.setCompareWidth}
      fills={fixedWidth(table.pinned) !== undefined}
    >
      {compared.error ? (
        <ErrorState
          title={`Unable to fetch ${kind.nouns} for comparison`}
          actions={<Button onClick={compared.retry}>Retry</Button>}
        />
      ) : (
        <Comparing
          of={kind.key === 'runs' ? 'run' : 'experiment'}
          ids={compared.ids ?? []}
          count={compared.count}
          slots={compared.slots}
          pointed={props.pointed}
          projectId={projectId}
          {...rowsOf(kind, search)}
          table={{ filter: table.filter, setFilter }}
          onClose={() => table.setCompare(false)}
        />
      )}
    </SidePane>
  );
}
