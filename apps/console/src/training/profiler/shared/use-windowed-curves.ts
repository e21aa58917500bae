import { xExtent } from '#ui/chart/line-series.ts';
import { useZoom } from '#ui/chart/use-zoom.ts';
import { type SeriesLabels, useSystemCurves } from './use-system-curves.ts';

/** Series over the whole time, and the part of it that is looked at, in detail; until that has come, what is known of it. */
export function useWindowedCurves(trialId: number, series: readonly SeriesLabels[], live: boolean) {
  const whole = useSystemCurves(trialId, series, { live });
  const { zoom, rested } = useZoom(xExtent(whole.lines));
  const goesOn = live && rested?.[1] === zoom?.whole[1];
  const detail = useSystemCurves(trialId, rested ? series : [], { live: goesOn, window: rested });
  const known = rested !== undefined && !detail.pending && !detail.error;
  return { whole, lines: known ? detail.lines : whole.lines, zoom };
}
