import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { rowHeight, rowHeights } from '#platform/settings/shell-settings.ts';
import { formatAge } from '#ui/format/times.ts';
import { useShownAtOnce } from '#ui/primitives/use-shown-at-once.ts';
import { DataGrid } from '#ui/table/data-grid.tsx';
import type { DataGridProps } from '#ui/table/data-grid-props.ts';
import type { GridColumn, GridSort } from '#ui/table/grid-column.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { searchOfPart, type TableDefinition, type TableSearch, tablePart } from './table-state.ts';

interface QueryTableProps<Row, Reply> {
  /** Accessible name. */
  label: string;
  /** What the rows are, in the plural. */
  noun: string;
  definition: TableDefinition;
  /** What the address says; changes go there. */
  search: TableSearch;
  /** The read of the part that the address asks for. */
  query: UseQueryResult<Reply, Error>;
  rows: (reply: Reply) => readonly Row[];
  total: (reply: Reply) => number | undefined;
  rowKey: (row: Row) => string | number;
  columns: GridColumn<Row>[];
  /** Widths that are kept, and what keeps those the reader chooses. */
  widths?: Readonly<Record<string, number>>;
  onWidth?: (columnId: string, width: number) => void;
  columnMenu?: DataGridProps<Row>['columnMenu'];
  onMove?: DataGridProps<Row>['onMove'];
  onCopy?: (text: string) => void;
  /** Told which page was asked for, or how many rows one has. */
  onPart?: (part: { page?: number; size?: number }) => void;
  /** The reader may have one list in place of pages; `more`: it goes on after the rows that have been read. */
  endless?: { on: boolean; onChange: (on: boolean) => void; more: boolean; onMore: () => void };
  /** Stands in the footer. */
  foot?: ReactNode;
  /** Told what a head was pressed for. */
  onSort?: (sorts: readonly GridSort[]) => void;
  /** The two lines of a row on a narrow screen. */
  compact: (row: Row) => ReactNode;
  /** Rows that were ticked. */
  chosen?: (row: Row) => boolean;
  /** Marks rows that are out of play. */
  muted?: (row: Row) => boolean;
  /** A press anywhere on a row follows its link. */
  opens?: boolean;
  empty: ReactNode;
  /** The specification's words for a failed read. */
  failed: string;
  /** What the box of a failed read says besides. */
  failedWords?: string;
  /** Rows drawn as a skeleton until the first answer; by default a page. */
  skeletonRows?: number;
  /** Says how old the rows are. */
  aged?: boolean;
}

/** So many rows before their end an endless list reads on, and as many stand for what comes. */
const rowsAhead = 5;

/** A page's table: a part of a list, sorted and paged by the server, whose state is the page's address. */
export function QueryTable<Row, Reply>(props: QueryTableProps<Row, Reply>) {
  const { query, definition, noun } = props;
  // Who presses one head after another adds to the order the first has made; who turns pages quickly skips some.
  const [order, orderAtOnce] = useShownAtOnce(props.search.sort);
  const [turnedTo, turnAtOnce] = useShownAtOnce(props.search.page);
  const { sort, sorts, pageSize, offset } = tablePart(definition, { ...props.search, sort: order });
  const [density] = useSetting(rowHeight);
  const change = useChangeSearch<TableSearch>();
  const show = (next: Parameters<typeof searchOfPart>[1]) => change(searchOfPart(definition, next));
  const rows = query.data && props.rows(query.data);
  const total = query.data && props.total(query.data);
  const { endless } = props;
  const ahead = endless?.more ? rowsAhead : 0;
  return (
    <>
      <DataGrid
        label={props.label}
        columns={props.columns}
        count={rows && rows.length + ahead}
        rowAt={(index) => rows?.[index]}
        rowKey={props.rowKey}
        rowHeight={rowHeights[density]}
        offset={endless?.on ? 0 : offset}
        onRangeChange={
          endless?.more
            ? (_first, last) => {
                if (rows && last >= rows.length - rowsAhead) endless.onMore();
              }
            : undefined
        }
        total={total}
        // What is ordered by one column has no others, whatever the address says.
        sorts={definition.bySeveral ? sorts : [sort]}
        sortsBySeveral={definition.bySeveral}
        onSort={(next) => {
          props.onSort?.(next);
          orderAtOnce(sortText(next));
          show({ sorts: next });
        }}
        columnMenu={props.columnMenu}
        onMove={props.onMove}
        onCopy={props.onCopy}
        widths={props.widths}
        onWidth={props.onWidth}
        skeletonRows={props.skeletonRows ?? pageSize}
        muted={props.muted}
        chosen={props.chosen}
        opens={props.opens}
        compact={props.compact}
        empty={props.empty}
        failure={
          query.error && !rows ? (
            <QueryFailure
              title={props.failed}
              words={props.failedWords}
              error={query.error}
              retry={() => void query.refetch()}
            />
          ) : undefined
        }
      />
      <TableFooter
        noun={noun}
        page={turnedTo ?? 1}
        pageSize={pageSize}
        pageSizes={definition.pageSizes}
        total={total}
        age={props.aged && query.dataUpdatedAt > 0 ? <Age of={query.dataUpdatedAt} /> : undefined}
        endless={endless && { on: endless.on, onChange: endless.onChange, shown: rows?.length ?? 0 }}
        onPage={(next) => {
          const other = next === 1 ? undefined : next;
          turnAtOnce(other);
          // First: what is kept fills what the address leaves out.
          props.onPart?.({ page: other });
          show({ page: next });
        }}
        onPageSize={(size) => {
          props.onPart?.({ size, page: undefined });
          show({ pageSize: size });
        }}
      >
        {props.foot}
      </TableFooter>
    </>
  );
}

/** How old the rows on the screen are. */
function Age({ of }: { of: number }) {
  const now = useNow(true);
  return formatAge(of, Math.max(now, of));
}
