import type { GridSort } from './grid-column.ts';

/** "column=direction" entries joined by commas; entries of other columns or directions are left out. */
export function parseSort(text: string | undefined, sortable: (columnId: string) => boolean): GridSort[] {
  return (text ?? '').split(',').flatMap((entry) => {
    const [columnId = '', direction] = entry.split('=');
    if (!sortable(columnId) || (direction !== 'asc' && direction !== 'desc')) return [];
    return [{ columnId, direction }];
  });
}

export function sortText(sorts: readonly GridSort[]): string {
  return sorts.map((sort) => `${sort.columnId}=${sort.direction}`).join(',');
}
