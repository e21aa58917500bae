import { readSetting, type Setting } from '#platform/settings/settings.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { readLook, type TableLook } from './look/table-look.ts';
import { readSelection, type Selection } from './selection/selection.ts';

// Apart from what the table itself needs: routes ask this on the first screen, too.

/** How a reader has set the table of one project; what is as by default is absent. */
interface KeptTable extends TableLook {
  /** As the address has them. */
  columns?: string;
  sort?: string;
  /** Rows of a page, and which page. */
  size?: number;
  page?: number;
  /** `{filterGroup, showArchived}` as text, as earlier consoles kept it. */
  filterset?: string;
  selection?: Selection;
  /** Whose each colour of a comparison was before that was ticked (`huesOf`). */
  hues?: readonly number[];
  /** Whether what is ticked is compared beside the table, and in how many pixels. */
  compare?: boolean;
  compareWidth?: number;
}

/** So many columns stay in sight where nobody has said otherwise. */
export const usualPinned = 3;

/** So many pixels has the table beside a comparison where none but the column of checkboxes is pinned; else it has what that leaves. */
export const fixedWidth = (pinned: number): number | undefined => (pinned === 0 ? 200 : undefined);

/** What of a project's table stands in its page's address. */
export interface ColumnTableSearch extends TableSearch {
  archived?: true;
  /** Ids with commas between; the usual ones without it. */
  columns?: string;
  /** A FilterGroup, if it is one. */
  filter?: object;
  /** How a view looks that was opened; without it what the reader has set counts. */
  look?: object;
  /** The view that was opened: the id of one with a name. */
  view?: number;
}

/** A project's tables; what is kept of each is kept apart. */
export const tableKeys = ['experiments', 'searches', 'runs'] as const;
export type TableKey = (typeof tableKeys)[number];

/** `table`: by which what is kept of a table is kept apart. */
export const keptTable = (projectId: number, table: string): Setting<KeptTable> => ({
  key: table === 'experiments' ? `projectTable-${projectId}` : `projectTable-${projectId}-${table}`,
  read: (stored) => {
    const { columns, sort, size, page, filterset, selection, hues, compare, compareWidth } = (stored ?? {}) as Record<
      string,
      unknown
    >;
    return {
      ...readLook(stored),
      columns: typeof columns === 'string' ? columns : undefined,
      sort: typeof sort === 'string' ? sort : undefined,
      size: typeof size === 'number' ? size : undefined,
      page: typeof page === 'number' ? page : undefined,
      filterset: typeof filterset === 'string' ? filterset : undefined,
      compare: compare === true || undefined,
      compareWidth: typeof compareWidth === 'number' ? compareWidth : undefined,
      selection: selection === undefined ? undefined : readSelection(selection),
      hues: Array.isArray(hues) ? hues.filter((id) => Number.isSafeInteger(id)) : undefined,
    };
  },
});

/** What the address leaves out and the reader has set: what it should say then; undefined where it says all. */
export function keptSearch(
  projectId: number,
  table: TableKey,
  search: ColumnTableSearch,
): Partial<ColumnTableSearch> | undefined {
  return filledIn(readSetting(keptTable(projectId, table)), search);
}

/** Exported for its test. */
export function filledIn(kept: KeptTable, search: ColumnTableSearch): Partial<ColumnTableSearch> | undefined {
  // A view says all.
  if (search.look) return undefined;
  const { columns = kept.columns, sort = kept.sort, size = kept.size } = search;
  // Which rows there are is one answer: a link with a filter shows what it showed who sent it.
  const rows = search.filter || search.archived ? search : keptFilter(kept.filterset);
  // A page is one of that list, in that order.
  const sameList = sort === kept.sort && rows !== search && search.size === undefined;
  const { page = sameList ? kept.page : undefined } = search;
  const said = { columns, sort, size, page, filter: rows.filter, archived: rows.archived };
  return Object.entries(said).every(([key, value]) => value === search[key as keyof typeof said]) ? undefined : said;
}

/** The table says what is no filter. */
function keptFilter(filterset: string | undefined): Pick<ColumnTableSearch, 'filter' | 'archived'> {
  if (filterset === undefined) return {};
  try {
    const kept = JSON.parse(filterset) as { filterGroup?: unknown; showArchived?: unknown };
    const { filterGroup, showArchived } = kept;
    const group = typeof filterGroup === 'object' && filterGroup !== null ? filterGroup : {};
    return { filter: filterGroup === undefined ? undefined : group, archived: showArchived === true || undefined };
  } catch {
    return { filter: {} };
  }
}

/** Whether neither the address nor the reader has said anything of how the table is set. */
export function isUnset(projectId: number, table: TableKey, search: ColumnTableSearch): boolean {
  const { selection: _ticked, hues: _ofTicked, widths, ...kept } = readSetting(keptTable(projectId, table));
  const { columns, sort, filter, archived, size, page, look } = search;
  const said = [
    columns,
    sort,
    filter,
    archived,
    size,
    page,
    look,
    ...Object.values(kept),
    ...Object.values(widths ?? {}),
  ];
  return said.every((value) => value === undefined);
}
