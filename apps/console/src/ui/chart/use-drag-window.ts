import { type PointerEvent, useState } from 'react';
import type { PlotLayout } from './plot.ts';
import { type ChartZoom, heldWindow } from './x-window.ts';

/** A shorter drag is a click. Pixels. */
export const leastDrag = 6;

interface Drag {
  from: number;
  to: number;
}

/** A part of the x axis is chosen by dragging over the plot; a double click shows all of it again. Fingers scroll the page. */
export function useDragWindow(
  zoom: ChartZoom | undefined,
  layout: PlotLayout | undefined,
  xValue: (pixel: number) => number,
) {
  const [drag, setDrag] = useState<Drag>();
  const place = (event: PointerEvent<HTMLElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - (layout?.left ?? 0);
    return Math.min(layout?.width ?? 0, Math.max(0, at));
  };
  if (!zoom || !layout) return { drag: undefined, handlers: {} };
  const moved = drag && Math.abs(drag.to - drag.from) >= leastDrag;
  return {
    drag: moved
      ? { left: layout.left + Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }
      : undefined,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: place(event), to: place(event) });
      },
      onPointerUp() {
        if (drag && moved) {
          const [from, to] = [xValue(Math.min(drag.from, drag.to)), xValue(Math.max(drag.from, drag.to))];
          zoom.onWindow(heldWindow([from, to], zoom.whole));
        }
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
      onDoubleClick: () => zoom.onWindow(undefined),
    },
    /** Takes a move for the drag that goes on. */
    move: (event: PointerEvent<HTMLElement>) => drag && setDrag({ ...drag, to: place(event) }),
  };
}
