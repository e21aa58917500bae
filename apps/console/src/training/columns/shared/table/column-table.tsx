import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { Action, Subject } from '#platform/actions/action.ts';
import { laterForm } from '#platform/actions/later-form.tsx';
import { copyText } from '#platform/copy-text.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { huesOf } from '#training/metrics/shared/series-slots.ts';
import { later } from '#ui/primitives/later.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { ChooseBox } from '#ui/table/choose-column.tsx';
import { conditionsIn } from '../filter-set.ts';
import { BesideTable, CompareButton } from './beside-table.tsx';
import styles from './column-table.module.css';
import type { Comparing } from './compare-beside.tsx';
import { ExportTool } from './export/export-tool.tsx';
import { gridColumns, type RowMenu } from './grid-columns.tsx';
import type { ColumnTableSearch } from './kept-table.ts';
import { LeftStrip } from './left/left-strip.tsx';
import { useLeftRows } from './left/use-left-rows.ts';
import { NewRows } from './live/new-rows.tsx';
import { TableClock } from './live/table-clock.ts';
import { useLiveRows } from './live/use-live-rows.ts';
import { columnActions, dropped } from './look/column-actions.ts';
import { HeatKey, HeatTool } from './look/heat-tool.tsx';
import { useTogether } from './look/rows-together.ts';
import { useHeat } from './look/use-heat.ts';
import { NothingFound } from './nothing-found.tsx';
import { useProjectTable } from './project-table.ts';
import { RowInBrief } from './row-in-brief.tsx';
import { definitionOf, shownColumns } from './rows-request.ts';
import type { Selection } from './selection/selection.ts';
import type { SelectionBar as Bar } from './selection/selection-bar.tsx';
import { useChoosing } from './selection/use-choosing.tsx';
import { useCompared } from './selection/use-compared.ts';
import { type OwnCells, TableCell } from './table-cell.tsx';
import type { TableKind, TableRow } from './table-kind.ts';
import { FilterTool } from './tools/filter-tool.tsx';
import { TableTools } from './tools/table-tools.tsx';

// `later` forgets that it is generic.
const SelectionBar = later(
  async () => (await import('./selection/selection-bar.tsx')).SelectionBar,
  () => <div className={styles.bar} />,
) as unknown as typeof Bar;
const ViewsTool = later(async () => (await import('./views/views-tool.tsx')).ViewsTool);
const FilterBox = laterForm(async () => (await import('./tools/filter-box.tsx')).FilterBox, 'filter');

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;

const none: readonly never[] = [];

interface ColumnTableProps<S extends Subject, Row extends TableRow & S> {
  kind: TableKind<Row>;
  projectId: number;
  search: ColumnTableSearch;
  toolsBefore?: ReactNode;
  /** Cells of single columns that are not drawn as their type is. */
  own: OwnCells<Row>;
  menu: RowMenu<Row>;
  /** What can be done with what is ticked. */
  bulkActions: readonly Action<S>[];
  /** Leads to what a row stands for, where there is room for little else. */
  link: (row: Row) => ReactNode;
  /** What compares the ticked rows, beside the table. */
  comparing: Comparing;
  /** In place of rows, where no filter keeps any away. */
  nothing: ReactNode;
}

/** One of the tables of a project: its columns, order, filter and selection are the reader's, and stand in the address. */
export function ColumnTable<S extends Subject, Row extends TableRow & S>(props: ColumnTableProps<S, Row>) {
  const { kind, projectId, search, own, menu: Menu } = props;
  // Open, with how often a column's head has begun a condition in it.
  const [filter, setFilter] = useState<{ begins?: string; times: number }>();
  const setFiltering = (open: boolean) => setFilter(open ? { times: 0 } : undefined);
  const onFilter = (begins: string) => setFilter((old) => ({ begins, times: (old?.times ?? 0) + 1 }));
  const now = useNow(true, CLOCK_MS);
  const table = useProjectTable(kind, projectId, search);
  const { query, reply, watch, news, more, onMore } = useLiveRows(kind, projectId, search, table);
  const clock = useMemo(() => ({ now, readAt: query.dataUpdatedAt }), [now, query.dataUpdatedAt]);
  const { shown, selection, setSelection } = table;
  const whole = useSwitch('explist_v2');
  const pinned = whole ? table.pinned : 0;
  const rows = reply?.rows ?? (none as readonly Row[]);
  const left = useLeftRows(kind, projectId, (index) => rows[index]?.id);
  const together = useTogether(rows);
  const heat = useHeat(projectId, table, rows, together);
  const columns = useMemo(
    () =>
      gridColumns({
        ...{ kind, own, menu: Menu, shown: shownColumns(kind, search), pinned, together },
        ...{ heat: heat.shown, left: left.alone?.reasons },
      }),
    [kind, own, Menu, search, pinned, heat.shown, left.alone, together],
  );
  const total = reply?.total ?? 0;
  const { endless } = table;
  const comparing = whole && table.compare;
  const compared = useCompared(kind, projectId, search, table, { total, open: comparing });
  const onSelect = useCallbackRef((next: Selection) => setSelection(next, huesOf(compared.slots)));
  const slots = comparing ? compared.slots : undefined;
  const { chosen, choose } = useChoosing({ rows, total, selection, endless, slots, onSelect });
  // Other columns are other heads, and other cells in every row.
  const allColumns = useMemo(() => [choose, ...columns], [choose, columns]);
  return (
    <TableClock value={clock}>
      <Tools name={kind.label}>
        {props.toolsBefore}
        {whole ? <FilterTool kind={kind} table={table} open={!!filter} onOpen={setFiltering} /> : null}
        <TableTools kind={kind} projectId={projectId} table={table} pins={whole} />
        <ToolsEnd>
          <HeatTool table={table} heat={heat} />
          <ExportTool {...{ kind, projectId, search }} />
          <ViewsTool {...{ kind, projectId, table, search }} />
          <Switch checked={table.archived} onChange={table.setArchived}>
            Show Archived
          </Switch>
          {whole ? <CompareButton table={table} /> : null}
        </ToolsEnd>
      </Tools>
      {filter && whole ? (
        <FilterBox
          key={filter.times}
          begins={filter.begins}
          kind={kind}
          projectId={projectId}
          table={table}
          found={reply?.total}
          onClose={() => setFiltering(false)}
        />
      ) : null}
      {compared.count > 0 ? (
        <SelectionBar
          {...{ kind, projectId, search, selection, total }}
          actions={props.bulkActions}
          {...{ onSelect, endless }}
          here={rows.filter(chosen.has)}
        />
      ) : null}
      <LeftStrip {...{ kind, left, rows }} />
      <BesideTable
        {...{ kind, projectId, search, table, rows, compared }}
        open={comparing}
        with={props.comparing}
        watch={{ ...watch, ...left.watch }}
      >
        <NewRows {...news} />
        <QueryTable
          label={kind.label}
          noun={kind.nouns}
          definition={definitionOf(kind)}
          search={search}
          query={query}
          rows={({ rows }) => reply?.rows ?? rows}
          total={(reply) => reply.total}
          rowKey={(row) => row.id}
          columns={allColumns}
          chosen={chosen.has}
          widths={table.widths}
          onWidth={table.setWidth}
          onSort={table.keepSorts}
          onPart={table.keepPage}
          endless={{ on: table.endless, onChange: table.setEndless, more, onMore }}
          columnMenu={(id) => columnActions(id, { kind, table, heat, whole, onFilter })}
          onMove={(id, to) => {
            const next = dropped(shown, table.pinned, id, to);
            table.setShown(next.shown, next.pinned);
          }}
          onCopy={(text) => void copyText(text, 'Value has been copied to clipboard.')}
          foot={<HeatKey kind={kind} heat={heat} />}
          muted={(row) => row.archived}
          aged
          empty={conditionsIn(table.filter) > 0 ? <NothingFound {...{ kind, projectId, table }} /> : props.nothing}
          failed="Failed to Load Data"
          failedWords={`Unable to fetch ${kind.nouns}.`}
          skeletonRows={100}
          compact={(row) => (
            <RowInBrief
              {...{ kind, row, shown }}
              choose={<ChooseBox row={row} chosen={chosen} name={row.name} blocked={undefined} />}
              link={props.link(row)}
              menu={<Menu row={row} />}
              cell={(column) => <TableCell inGrid={false} {...{ kind, own, column, row }} />}
              left={left.alone?.reasons.get(row.id)}
            />
          )}
        />
      </BesideTable>
    </TableClock>
  );
}
