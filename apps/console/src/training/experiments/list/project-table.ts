import { usualExperimentColumns } from '@determined/contract/training/experiment-columns.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { tablePart } from '#platform/table/table-state.ts';
import type { GridSort } from '#ui/table/grid-column.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { type ExperimentTableSearch, experimentTable, shownColumns } from './experiment-rows-request.ts';
import { keptTable, usualPinned } from './kept-table.ts';

export interface ProjectTable {
  shown: readonly string[];
  setShown: (columns: readonly string[], pinned?: number) => void;
  pinned: number;
  sorts: readonly GridSort[];
  /** Without one: as by default. */
  setSorts: (sorts: readonly GridSort[]) => void;
  /** Keeps what a head was pressed for. */
  keepSort: (sort: GridSort) => void;
  widths: Readonly<Record<string, number>>;
  setWidth: (columnId: string, width: number) => void;
}

/** The table's columns and order: what the address says, kept for the reader's next visit as he changes it. */
export function useProjectTable(projectId: number, search: ExperimentTableSearch): ProjectTable {
  const [kept, keep] = useSetting(keptTable(projectId));
  const change = useChangeSearch<ExperimentTableSearch>();
  const shown = shownColumns(search);
  const textOf = (sorts: readonly GridSort[]) => sortText(sorts) || undefined;
  return {
    shown,
    setShown: (columns, pinned = kept.pinned) => {
      const text = columns.join();
      const named = text === usualExperimentColumns.join() ? undefined : text;
      change({ columns: named });
      keep({ ...kept, columns: named, pinned });
    },
    pinned: Math.min(Math.max(1, kept.pinned ?? usualPinned), shown.length),
    sorts: tablePart(experimentTable, search).sorts,
    setSorts: (sorts) => {
      change({ sort: textOf(sorts), page: undefined });
      keep({ ...kept, sort: textOf(sorts) });
    },
    keepSort: (sort) => keep({ ...kept, sort: textOf([sort]) }),
    widths: kept.widths ?? {},
    setWidth: (columnId, width) => keep({ ...kept, widths: { ...kept.widths, [columnId]: width } }),
  };
}
