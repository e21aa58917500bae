import { Copy } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import type { RowAction } from '../primitives/row-menu.tsx';
import { inRowOf, rowIndexOf } from './row-panes.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

/** A cell's text, by Ctrl or Cmd and C on it, or from its row's menu, which a right press on the cell opens. */
export function useCellCopy<Row>(
  columns: readonly PlacedColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
  onCopy: ((text: string) => void) | undefined,
) {
  /** The cell that a menu is being opened from. */
  const asked = useRef<HTMLElement>(undefined);
  // The menus of rows that have not changed since ask through this.
  const current = useRef({ columns, rowAt, onCopy });
  current.current = { columns, rowAt, onCopy };

  const textOf = useCallback((cell: HTMLElement): string | undefined => {
    const row = current.current.rowAt(rowIndexOf(cell));
    return row && current.current.columns[Number(cell.dataset.c)]?.column.text?.(row);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (
      !onCopy ||
      event.key.toLowerCase() !== 'c' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    // What has been selected is what the browser copies.
    if (document.getSelection()?.isCollapsed === false) return;
    const cell = cellOf(event.target);
    const text = cell && textOf(cell);
    if (text === undefined) return;
    event.preventDefault();
    onCopy(text);
  }

  function onContextMenu(event: MouseEvent) {
    // Links have a menu of the browser's, and so has selected text.
    if (!onCopy || document.getSelection()?.isCollapsed === false) return;
    if (event.target instanceof Element && event.target.closest('a, input')) return;
    const cell = cellOf(event.target);
    const button = cell && inRowOf(cell, '[aria-haspopup="menu"]');
    if (!cell || !button) return;
    event.preventDefault();
    asked.current = cell;
    button.click();
  }

  const lead = useCallback(
    (button: HTMLElement): RowAction[] => {
      const cell = asked.current;
      asked.current = undefined;
      if (!cell || rowIndexOf(cell) !== rowIndexOf(button)) return [];
      const text = textOf(cell);
      return text === undefined ? [] : [{ label: 'Copy Value', icon: Copy, run: () => current.current.onCopy?.(text) }];
    },
    [textOf],
  );

  return { onKeyDown, onContextMenu, lead };
}

/** Of the rows; heads have another menu. */
function cellOf(target: EventTarget): HTMLElement | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
  return cell ?? undefined;
}
