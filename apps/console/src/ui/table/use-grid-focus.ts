import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { inRowOf, rowIndexOf } from './row-panes.ts';

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

/** The place that is still there when rows or columns have gone. */
export function placeWithin({ row, column }: GridPlace, { rows, columns }: Extent): GridPlace {
  return { row: Math.min(row, rows - 1), column: Math.max(0, Math.min(column, columns - 1)) };
}

/** Keeps one cell of the grid in the tab order and moves it by key (APG grid). */
export function useGridFocus(grid: RefObject<HTMLDivElement | null>, extent: Extent) {
  const [wanted, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const moved = useRef(false);
  const inside = useRef(false);
  const active = placeWithin(wanted, extent);

  // Moves the browser's focus after the cell has been rendered: the focus lives outside React. The browser scrolls to
  // where the cell really stands; the virtualizers' offsets may still be those of other widths. New rows may also have
  // taken away the cell with the focus, of which the browser tells nobody: the reader goes on at its place.
  useLayoutEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (!moved.current && !lost) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-r="${active.row}"] [data-c="${active.column}"]`);
    cell?.focus({ preventScroll: true });
    if (moved.current) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    moved.current = false;
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.defaultPrevented) return;
    // Keys of a menu that a cell has opened come by here too. Rows that came in above have moved the focused one.
    const from = placeOf(event.target);
    if (!from) return;
    const box = event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>('input') : null;
    // A cell that holds a checkbox.
    if (box && (event.key === ' ' || event.key === 'Enter')) {
      event.preventDefault();
      const { shiftKey } = event;
      box.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
      return;
    }
    // Shift with an arrow on a head changes its width.
    if (event.shiftKey) return;
    if (event.key === 'Enter' && from.row >= 0) {
      const cell = event.target instanceof HTMLElement ? event.target : null;
      if (cell?.closest('a, button')) return;
      const link = cell?.querySelector<HTMLElement>('a, button') ?? (cell && inRowOf(cell, '[data-row-link]'));
      if (!link) return;
      event.preventDefault();
      link.click();
      return;
    }
    const next = moveByKey(from, event, extent);
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setActive(next);
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (!place) return;
    inside.current = true;
    if (place.row !== active.row || place.column !== active.column) setActive(place);
  }

  function onBlur() {
    inside.current = false;
  }

  return { active, onKeyDown, onFocus, onBlur };
}

/** Where in the grid an element stands. */
function placeOf(target: EventTarget): GridPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-c]') : null;
  return cell ? { row: rowIndexOf(cell), column: Number(cell.dataset.c) } : undefined;
}
