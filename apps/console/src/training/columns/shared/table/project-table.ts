import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { tablePart } from '#platform/table/table-state.ts';
import type { GridSort } from '#ui/table/grid-column.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { type FilterGroup, type FilterSet, swept } from '../filter-set.ts';
import { type ColumnTableSearch, keptTable, usualPinned } from './kept-table.ts';
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
  keepSort: (sort: GridSort) => void;
  filter: FilterGroup;
  setFilter: (filter: FilterGroup) => void;
  archived: boolean;
  setArchived: (archived: boolean) => void;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  widths: Readonly<Record<string, number>>;
  setWidth: (columnId: string, width: number) => void;
}

/** The table's columns and order: what the address says, kept for the reader's next visit as he changes it. */
export function useProjectTable<Row extends TableRow>(
  kind: TableKind<Row>,
  projectId: number,
  search: ColumnTableSearch,
): ProjectTable {
  const [kept, keep] = useSetting(keptTable(projectId, kind.key));
  const change = useChangeSearch<ColumnTableSearch>();
  const shown = shownColumns(kind, search);
  const textOf = (sorts: readonly GridSort[]) => sortText(sorts) || undefined;
  const filter = filterOf(search);
  const archived = search.archived ?? false;
  /** Other rows begin with their first page. */
  const changeRows = (next: FilterGroup, showArchived: boolean) => {
    const filterGroup = swept(next);
    const asked = filterGroup.children.length > 0;
    const filterset: FilterSet = { filterGroup, showArchived };
    keep({ ...kept, filterset: asked || showArchived ? JSON.stringify(filterset) : undefined });
    change({ filter: asked ? filterGroup : undefined, archived: showArchived || undefined, page: undefined });
  };
  return {
    shown,
    setShown: (columns, pinned = kept.pinned) => {
      const text = columns.join();
      const named = text === kind.usual.join() ? undefined : text;
      change({ columns: named });
      keep({ ...kept, columns: named, pinned });
    },
    pinned: Math.min(Math.max(1, kept.pinned ?? usualPinned), shown.length),
    sorts: tablePart(definitionOf(kind), search).sorts,
    setSorts: (sorts) => {
      change({ sort: textOf(sorts), page: undefined });
      keep({ ...kept, sort: textOf(sorts) });
    },
    keepSort: (sort) => keep({ ...kept, sort: textOf([sort]) }),
    filter,
    setFilter: (next) => changeRows(next, archived),
    archived,
    setArchived: (next) => changeRows(filter, next),
    selection: kept.selection ?? nothingSelected,
    setSelection: (selection) => keep({ ...kept, selection }),
    widths: kept.widths ?? {},
    setWidth: (columnId, width) => keep({ ...kept, widths: { ...kept.widths, [columnId]: width } }),
  };
}
