import type { Pagination } from './common-messages-generated.ts';
import { invalidArgument } from './errors.ts';

export interface Asked {
  offset: number;
  limit: number;
}

/** Rows asked for when a list is paged in the database and no limit is given. */
export const defaultPage = 100;

export interface RowRange {
  /** Rows to skip and to take; take 0 means that no query is needed. */
  skip: number;
  take: number;
  pagination: Pagination;
}

/**
 * The page of a list that is counted and cut in the database (experiments, search, runs, trials, workloads, templates,
 * pool bindings). Limit 0 is 100 rows (or `zero`), −1 all, −2 only the count (or `minusTwo`, which the
 * answer does not tell); other negative limits are
 * refused. An offset out of range gives an empty page at the end, a negative one counts from there.
 */
export function rowRange(
  asked: Asked,
  total: number,
  options: { zero?: number | 'all'; minusTwo?: 'none' | 'all' } = {},
): RowRange {
  const { zero = defaultPage, minusTwo = 'none' } = options;
  if (asked.limit < -2) throw invalidArgument(`limit: ${asked.limit} is not allowed`);
  const inside = asked.offset <= total && asked.offset >= -total;
  const start = !inside ? total : asked.offset < 0 ? total + asked.offset : asked.offset;
  let limit: number | 'all' = asked.limit;
  if (asked.limit === 0) limit = zero;
  if (asked.limit === -1 || (asked.limit === -2 && minusTwo === 'all')) limit = 'all';
  const end = limit === 'all' ? total : limit < 0 ? start : Math.min(start + limit, total);
  const told = asked.limit === -2 ? start : end;
  const shown = asked.limit === 0 && zero === 'all' ? -1 : asked.limit;
  return {
    skip: start,
    take: end - start,
    pagination: { offset: asked.offset, limit: shown, startIndex: start, endIndex: told, total },
  };
}

/**
 * The page of a list of the older kind (users, workspaces, projects, models, versions, checkpoints, pools, agents,
 * interactive tasks, jobs). Limit 0 is all (or `zero`, which the answer then names), a negative one is refused; an
 * offset beyond the end, or before the start, is refused, too.
 */
export function pageRange(asked: Asked, total: number, options: { zero?: number } = {}): RowRange {
  const limit = asked.limit === 0 ? (options.zero ?? 0) : asked.limit;
  if (limit < 0) throw invalidArgument(`limit: ${limit} is not allowed`);
  const start = asked.offset < 0 ? total + asked.offset : asked.offset;
  if (start < 0 || start > total) throw invalidArgument('offset out of bounds');
  const end = limit === 0 ? total : Math.min(start + limit, total);
  return {
    skip: start,
    take: end - start,
    pagination: { offset: asked.offset, limit, startIndex: start, endIndex: end, total },
  };
}

/** The same of a list that is held in memory. */
export function pageOf<Item>(
  items: readonly Item[],
  asked: Asked,
  options: { zero?: number } = {},
): { items: Item[]; pagination: Pagination } {
  const { skip, take, pagination } = pageRange(asked, items.length, options);
  return { items: items.slice(skip, skip + take), pagination };
}

/** The answer's pagination of groups and roles, which the database cuts by a plain offset. */
export function plainPagination(asked: Asked, returned: number, total: number): Pagination {
  return { ...asked, startIndex: asked.offset, endIndex: asked.offset + returned, total };
}
