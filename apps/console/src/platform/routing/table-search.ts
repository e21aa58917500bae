import { flag, text, wholeNumber } from './search-params.ts';

/** State of a page's table, as its address says it; absent means the default. */
export function tableSearch(raw: Record<string, unknown>) {
  return {
    /** `column=asc` or `column=desc`. */
    sort: text(raw, 'sort'),
    /** From 1. */
    page: wholeNumber(raw, 'page', 2),
    size: wholeNumber(raw, 'size', 1),
    archived: flag(raw, 'archived'),
  };
}
