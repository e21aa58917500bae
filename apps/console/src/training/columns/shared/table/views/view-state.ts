import type { TableViewState } from '@determined/contract/training/table-view.ts';
import { sortText } from '#ui/table/sort-string.ts';
import { filterText } from '../../filter-set.ts';
import type { ColumnTableSearch } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';

/** All that is set of a table, as views keep it. */
export function stateOf(table: ProjectTable, search: ColumnTableSearch): TableViewState {
  const { shown, pinned, widths, sorts, filter, archived, heat, endless } = table;
  return {
    columns: shown.join(),
    pinned,
    widths: { ...widths },
    sort: sortText(sorts),
    filter: filterText(filter),
    archived: archived || undefined,
    heat: heat.on || undefined,
    heatSkipped: heat.skipped.length > 0 ? [...heat.skipped] : undefined,
    pageSize: search.size,
    endless: endless || undefined,
  };
}

/** What the address says of a table that is set so. */
export function searchOf(state: TableViewState, view?: number): ColumnTableSearch {
  const { columns, sort, archived, pageSize, pinned, widths, heat, heatSkipped, endless } = state;
  return {
    columns,
    sort,
    filter: groupOf(state.filter),
    archived: archived || undefined,
    size: pageSize,
    look: { pinned, widths: widths ?? {}, heatmapOn: heat, heatmapSkipped: heatSkipped, endless },
    view,
  };
}

/** Whether a table that is set in one way looks as in the other. */
export const sameState = (one: TableViewState, other: TableViewState): boolean => textOf(one) === textOf(other);

/** What is as by default is the same as what is left out. */
function textOf(state: TableViewState): string {
  const { widths = {}, heatSkipped = [], archived = false, heat = false, endless = false, ...rest } = state;
  const all = { ...rest, archived, heat, endless, heatSkipped, widths: Object.entries(widths).sort() };
  return JSON.stringify(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}

function groupOf(filter: string | undefined): object | undefined {
  if (filter === undefined) return undefined;
  try {
    const { filterGroup } = JSON.parse(filter) as { filterGroup?: unknown };
    return typeof filterGroup === 'object' && filterGroup !== null ? filterGroup : undefined;
  } catch {
    // The table says that it is none.
    return {};
  }
}
