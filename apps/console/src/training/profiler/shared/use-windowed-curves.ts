import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { xExtent } from '#ui/chart/line-series.ts';
import { type ChartZoom, heldWindow, type XWindow } from '#ui/chart/x-window.ts';
import { type SeriesLabels, useSystemCurves } from './use-system-curves.ts';

/** The server is asked for the detail of a part once that rests so long, in ms. */
const rest = 200;

/** Series over the whole time, and the part of it that is looked at, in detail; until that has come, what is known of it. */
export function useWindowedCurves(trialId: number, series: readonly SeriesLabels[], live: boolean) {
  const whole = useSystemCurves(trialId, series, { live });
  const { min = 0, max = 0 } = xExtent(whole.lines) ?? {};
  const [chosen, onWindow] = useState<XWindow>();
  // Another metric may have been reported for a shorter time.
  const window = useMemo(() => chosen && heldWindow(chosen, [min, max]), [chosen, min, max]);
  const [asked] = useDebouncedValue(window, rest);
  const detail = useSystemCurves(trialId, asked ? series : [], { live: live && asked?.[1] === max, window: asked });
  const known = window !== undefined && window === asked && !detail.pending && !detail.error;
  const zoom = useMemo(
    (): ChartZoom | undefined => (max > min ? { window, whole: [min, max], onWindow } : undefined),
    [window, min, max],
  );
  return { whole, lines: known ? detail.lines : whole.lines, zoom };
}
