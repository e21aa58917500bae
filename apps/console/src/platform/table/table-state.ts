import type { GridSort } from '#ui/table/grid-column.ts';
import { parseSort, sortText } from '#ui/table/sort-string.ts';

/** What of a table stands in its page's address; see tableSearch. */
export interface TableSearch {
  sort?: string;
  page?: number;
  size?: number;
}

/** What a table can be asked for. */
export interface TableDefinition {
  /** Columns that it sorts by, or whether it sorts by one. */
  sorts: readonly string[] | ((columnId: string) => boolean);
  /** Rows can be ordered by several at once. */
  bySeveral?: true;
  defaultSort: GridSort;
  /** The first is the default. */
  pageSizes: readonly [number, ...number[]];
}

/** The part of its list that a table shows, as its address says it or by default. */
export interface TablePart {
  sort: GridSort;
  /** It and those that decide where it leaves rows equal. */
  sorts: readonly GridSort[];
  /** From 1. */
  page: number;
  pageSize: number;
  offset: number;
}

/** The same for the page that draws it and the loader that asks first. */
export function tablePart(definition: TableDefinition, search: TableSearch): TablePart {
  const { sorts, defaultSort, pageSizes } = definition;
  const page = search.page ?? 1;
  const pageSize = pageSizes.find((size) => size === search.size) ?? pageSizes[0];
  const asked = parseSort(search.sort, typeof sorts === 'function' ? sorts : (id) => sorts.includes(id));
  const [sort = defaultSort] = asked;
  return {
    sort,
    sorts: asked.length > 0 ? asked : [sort],
    page,
    pageSize,
    offset: (page - 1) * pageSize,
  };
}

/** What the address says of a part; what is as by default is left out. Another order or size starts at the first page. */
export function searchOfPart(
  definition: TableDefinition,
  change: { sorts?: readonly GridSort[]; page?: number; pageSize?: number },
): TableSearch {
  const { sorts, page, pageSize } = change;
  return {
    page: page === 1 ? undefined : page,
    ...(sorts && { sort: sortText(sorts) }),
    ...(pageSize !== undefined && { size: pageSize === definition.pageSizes[0] ? undefined : pageSize }),
  };
}
