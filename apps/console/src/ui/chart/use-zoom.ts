import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Extent } from './line-series.ts';
import { type ChartZoom, heldWindow, type XWindow } from './x-window.ts';

/** The server is asked for the detail of a part once that rests so long, in ms. */
const rest = 200;

/** The zoom of a chart along its axis, undefined before that has a length; and the part that is shown once it rests. */
export function useZoom(extent: Extent | undefined): { zoom: ChartZoom | undefined; rested: XWindow | undefined } {
  const { min, max } = extent ?? { min: 0, max: 0 };
  const [chosen, onWindow] = useState<XWindow>();
  // Another metric may have been reported for a shorter time.
  const window = useHeldWindow(chosen, [min, max]);
  const zoom = useMemo(
    (): ChartZoom | undefined => (max > min ? { window, whole: [min, max], onWindow } : undefined),
    [window, min, max],
  );
  return { zoom, rested: useRested(window) };
}

/** A part moved onto the axis: the same one while that grows behind it, else its detail would go and come with each report. */
export function useHeldWindow(chosen: XWindow | undefined, whole: XWindow | undefined): XWindow | undefined {
  const [from, to] = (chosen && whole && heldWindow(chosen, whole)) ?? [];
  return useMemo(
    (): XWindow | undefined => (from === undefined || to === undefined ? undefined : [from, to]),
    [from, to],
  );
}

/** The part that is shown, as soon as it has stayed the same for a moment. */
export function useRested(window: XWindow | undefined): XWindow | undefined {
  const [rested] = useDebouncedValue(window, rest);
  return rested === window ? window : undefined;
}
