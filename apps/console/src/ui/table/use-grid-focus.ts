import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Row -1 is the head. */
export interface GridPlace {
  row: number;
  column: number;
}

interface Extent {
  rows: number;
  columns: number;
  /** Rows in one window, for PageUp and PageDown. */
  page: number;
}

/** Where a key moves to, or undefined when it is none of the grid's keys. */
export function moveByKey(
  from: GridPlace,
  key: { key: string; ctrlKey: boolean; metaKey: boolean },
  extent: Extent,
): GridPlace | undefined {
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const toRow = (row: number) => ({ row: Math.max(-1, Math.min(lastRow, row)), column: from.column });
  const whole = key.ctrlKey || key.metaKey;
  switch (key.key) {
    case 'ArrowUp':
      return toRow(from.row - 1);
    case 'ArrowDown':
      return toRow(from.row + 1);
    case 'ArrowLeft':
      return { row: from.row, column: Math.max(0, from.column - 1) };
    case 'ArrowRight':
      return { row: from.row, column: Math.min(lastColumn, from.column + 1) };
    case 'Home':
      return { row: whole ? Math.min(0, lastRow) : from.row, column: 0 };
    case 'End':
      return { row: whole ? lastRow : from.row, column: lastColumn };
    case 'PageUp':
      return toRow(Math.max(0, from.row - extent.page));
    case 'PageDown':
      return toRow(from.row + extent.page);
    default:
      return undefined;
  }
}

/** Keeps one cell of the grid in the tab order and moves it by key (APG grid). */
export function useGridFocus(grid: RefObject<HTMLDivElement | null>, extent: Extent) {
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const moved = useRef(false);

  // Moves the browser's focus after the cell has been rendered: the focus lives outside React. The browser scrolls to
  // where the cell really stands; the virtualizers' offsets may still be those of other widths.
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-r="${active.row}"][data-c="${active.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, grid]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Shift with an arrow on a head changes its width; Alt belongs to the browser.
    if (event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (event.key === 'Enter' && active.row >= 0) {
      const cell = event.target instanceof HTMLElement ? event.target : null;
      if (cell?.closest('a, button')) return;
      const link = cell?.querySelector<HTMLElement>('a, button') ?? rowLink(cell);
      if (!link) return;
      event.preventDefault();
      link.click();
      return;
    }
    const next = moveByKey(active, event, extent);
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setActive(next);
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const cell = event.target.closest<HTMLElement>('[data-r]');
    if (!cell) return;
    const place = { row: Number(cell.dataset.r), column: Number(cell.dataset.c) };
    if (place.row !== active.row || place.column !== active.column) setActive(place);
  }

  return { active, onKeyDown, onFocus };
}

function rowLink(cell: HTMLElement | null): HTMLElement | null | undefined {
  return cell?.closest('[role="row"]')?.querySelector<HTMLElement>('[data-row-link]');
}
