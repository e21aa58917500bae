import { flag, oneOf, optional, wholeNumber } from '#platform/routing/search-params.ts';

/** How a workspace's projects are filtered and ordered, as its address says it; absent means the default. */
export function projectListSearch(raw: Record<string, unknown>) {
  return optional({
    whose: oneOf(raw, 'whose', ['mine', 'others']),
    archived: flag(raw, 'archived'),
    sort: oneOf(raw, 'sort', ['name', 'newest']),
    view: oneOf(raw, 'view', ['grid']),
    page: wholeNumber(raw, 'page', 2),
  });
}

export type ProjectListSearch = ReturnType<typeof projectListSearch>;
