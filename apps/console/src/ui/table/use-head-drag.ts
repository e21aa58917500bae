import { type PointerEvent, useRef, useState } from 'react';
import type { DataGridProps } from './data-grid-props.ts';

interface Drop {
  columnId: string;
  side: 'before' | 'after';
}

/** Pixels after which a press is a drag. */
const THRESHOLD = 6;

export type HeadDrag = ReturnType<typeof useHeadDrag>;

/** A head is dragged to another one's side by the pointer. Leaving the heads, or Escape, gives it up. */
export function useHeadDrag(onMove: DataGridProps<never>['onMove']) {
  const press = useRef<{ columnId: string; x: number; moved: boolean }>(undefined);
  const justMoved = useRef(false);
  const [state, setState] = useState<{ dragged: string; drop: Drop | undefined }>();

  const end = (drop: Drop | undefined) => {
    const from = press.current;
    press.current = undefined;
    setState(undefined);
    justMoved.current = from?.moved ?? false;
    if (from?.moved && drop && drop.columnId !== from.columnId) onMove?.(from.columnId, drop);
  };

  const handlers = (columnId: string) => ({
    'data-movable': columnId,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      justMoved.current = false;
      if (event.button === 0 && event.pointerType !== 'touch')
        press.current = { columnId, x: event.clientX, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = press.current;
      if (!from || (!from.moved && Math.abs(event.clientX - from.x) < THRESHOLD)) return;
      if (!from.moved) {
        from.moved = true;
        // It goes on wherever the pointer goes.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      setState({ dragged: from.columnId, drop: dropAt(event.clientX, event.clientY) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(dropAt(event.clientX, event.clientY)),
    onPointerCancel: () => end(undefined),
  });

  return {
    handlers,
    dragged: state?.dragged,
    drop: state?.drop?.columnId === state?.dragged ? undefined : state?.drop,
    /** Whether the press that a click ends was a drag. */
    moved: () => justMoved.current,
  };
}

/** The head at a point, and its nearer side. */
function dropAt(x: number, y: number): Drop | undefined {
  const head = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-movable]'))
    .find((found) => found !== null);
  if (!head?.dataset.movable) return undefined;
  const { left, width } = head.getBoundingClientRect();
  return { columnId: head.dataset.movable, side: x < left + width / 2 ? 'before' : 'after' };
}
