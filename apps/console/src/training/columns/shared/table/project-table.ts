import { useMemo } from 'react';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { readSetting, useSetting } from '#platform/settings/settings.ts';
import { tablePart } from '#platform/table/table-state.ts';
import { useShownAtOnce } from '#ui/primitives/use-shown-at-once.ts';
import type { GridSort } from '#ui/table/grid-column.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { type FilterGroup, type FilterSet, swept } from '../filter-set.ts';
import { type ColumnTableSearch, keptTable, usualPinned } from './kept-table.ts';
import { readLook, type TableLook } from './look/table-look.ts';
import { definitionOf, filterOf, shownColumns } from './rows-request.ts';
import { nothingSelected, type Selection } from './selection/selection.ts';
import type { TableKind, TableRow } from './table-kind.ts';

export interface ProjectTable {
  shown: readonly string[];
  setShown: (columns: readonly string[], pinned?: number) => void;
  pinned: number;
  sorts: readonly GridSort[];
  /** Without one: as by default. */
  setSorts: (sorts: readonly GridSort[]) => void;
  /** Keeps what a head was pressed for. */
  keepSorts: (sorts: readonly GridSort[]) => void;
  filter: FilterGroup;
  setFilter: (filter: FilterGroup) => void;
  archived: boolean;
  setArchived: (archived: boolean) => void;
  selection: Selection;
  /** @param hues whose colours are whose until then. */
  setSelection: (selection: Selection, hues: readonly number[]) => void;
  hues: readonly number[] | undefined;
  /** Open beside the table. */
  compare: boolean;
  setCompare: (compare: boolean) => void;
  compareWidth: number | undefined;
  setCompareWidth: (width: number) => void;
  widths: Readonly<Record<string, number>>;
  setWidth: (columnId: string, width: number) => void;
  /** As wide as by default again. */
  resetWidth: (columnId: string) => void;
  heat: { on: boolean; skipped: readonly string[] };
  setHeat: (heat: { on?: boolean; skipped?: readonly string[] }) => void;
  /** One list in place of pages. */
  endless: boolean;
  setEndless: (endless: boolean) => void;
  /** Keeps which part of the list is shown. */
  keepPage: (part: { page?: number; size?: number }) => void;
}

const noWidths = {};

/** The table's columns and order: what the address says, kept for the reader's next visit as he changes it. */
export function useProjectTable<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
): ProjectTable {
  const setting = keptTable(projectId, kind.keptAs ?? kind.key);
  const [kept, set] = useSetting(setting);
  const change = useChangeSearch<ColumnTableSearch>();
  const { look: ofView } = search;
  // What was opened as a view is no wish for other visits: it changes in the address alone.
  const keep = (next: Partial<typeof kept>) => void (ofView ? undefined : set({ ...readSetting(setting), ...next }));
  const look = useMemo(() => (ofView ? readLook(ofView) : kept), [ofView, kept]);
  const setLook = (next: TableLook) => (ofView ? change({ look: { ...look, ...next } }) : keep(next));
  const heat = useMemo(
    () => ({ on: look.heatmapOn ?? false, skipped: look.heatmapSkipped ?? [] }),
    [look.heatmapOn, look.heatmapSkipped],
  );
  const ofAddress = useMemo(() => shownColumns(kind, search), [kind, search]);
  // Who moves a column twice in a row moves it from where it went first; with the order it is the same.
  const [shown, showAtOnce] = useShownAtOnce(ofAddress);
  const [sort, sortAtOnce] = useShownAtOnce(search.sort);
  const textOf = (sorts: readonly GridSort[]) => sortText(sorts) || undefined;
  const filter = filterOf(search);
  const archived = search.archived ?? false;
  /** Other rows begin with their first page. */
  const changeRows = (next: FilterGroup, showArchived: boolean) => {
    const filterGroup = swept(next);
    const asked = filterGroup.children.length > 0;
    const filterset: FilterSet = { filterGroup, showArchived };
    keep({ filterset: asked || showArchived ? JSON.stringify(filterset) : undefined, page: undefined });
    change({ filter: asked ? filterGroup : undefined, archived: showArchived || undefined, page: undefined });
  };
  return {
    shown,
    setShown: (columns, pinned = look.pinned) => {
      showAtOnce(columns);
      const text = columns.join();
      const named = text === kind.usual.join() ? undefined : text;
      keep({ columns: named, pinned });
      change({ columns: ofView ? text : named, ...(ofView && { look: { ...look, pinned } }) });
    },
    pinned: Math.min(Math.max(0, look.pinned ?? usualPinned), shown.length),
    sorts: tablePart(definitionOf(kind), { sort }).sorts,
    setSorts: (sorts) => {
      const next = { sort: textOf(sorts), page: undefined };
      sortAtOnce(next.sort);
      keep(next);
      change(next);
    },
    keepSorts: (next) => keep({ sort: textOf(next), page: undefined }),
    filter,
    setFilter: (next) => changeRows(next, archived),
    archived,
    setArchived: (next) => changeRows(filter, next),
    selection: kept.selection ?? nothingSelected,
    setSelection: (selection, hues) => set({ ...readSetting(setting), selection, hues }),
    hues: kept.hues,
    compare: kept.compare ?? false,
    setCompare: (compare) => set({ ...readSetting(setting), compare: compare || undefined }),
    compareWidth: kept.compareWidth,
    setCompareWidth: (compareWidth) => set({ ...readSetting(setting), compareWidth }),
    widths: look.widths ?? noWidths,
    setWidth: (columnId, width) => setLook({ widths: { ...look.widths, [columnId]: width } }),
    resetWidth: (columnId) =>
      setLook({ widths: Object.fromEntries(Object.entries(look.widths ?? {}).filter(([id]) => id !== columnId)) }),
    heat,
    setHeat: ({ on = heat.on, skipped = heat.skipped }) => setLook({ heatmapOn: on, heatmapSkipped: skipped }),
    endless: look.endless ?? false,
    setEndless: (endless) => {
      const next = { endless: endless || undefined };
      keep({ ...next, page: undefined });
      change({ page: undefined, ...(ofView && { look: { ...look, ...next } }) });
    },
    keepPage: keep,
  };
}
