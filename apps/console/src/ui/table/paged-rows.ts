/** Pages (by number from 0) that hold the rows from first to last. */
export function pagesFor(first: number, last: number, pageSize: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The row at an index of a list of which only some pages are there. */
export function rowInPages<Row>(pages: Map<number, Row[]>, index: number, pageSize: number): Row | undefined {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}
