import type { Curves, TrialCurve } from '@determined/contract/training/curves.ts';
import { useMemo, useRef } from 'react';
import { useRead } from '#platform/api/call.ts';
import { curveLines, rankTrials } from '#training/metrics/shared/curve-series.ts';
import { curvesQuery } from '#training/metrics/shared/live-curves.ts';
import { assignSlots } from '#training/metrics/shared/series-slots.ts';
import { xExtent } from '#ui/chart/line-series.ts';
import { useZoom } from '#ui/chart/use-zoom.ts';

/** Lines in colour; the others are ghosts. */
const inQuestion = 5;

type Asked = Parameters<typeof curvesQuery>[0];

/** The lines of a learning curve, and of the part of it that is looked at the detail; until that has come, what is known of it. */
export function useCurveLines(asked: Asked, poll: number | false) {
  const query = useRead(curvesQuery(asked), { keep: true, poll });
  const curves = query.data;
  const ranked = useMemo(() => curves && rankTrials(curves.trials, curves.smallerIsBetter), [curves]);
  const slots = useSlots(ranked);
  const whole = useMemo(() => (ranked ? curveLines(ranked, slots) : []), [ranked, slots]);
  const { zoom, rested } = useZoom(useMemo(() => xExtent(whole), [whole]));
  const detail = useRead(curvesQuery({ ...asked, part: rested }), { enabled: rested !== undefined, poll });
  const part = rested && detail.data;
  const lines = useMemo(
    () => (ranked && part ? curveLines(inOrderOf(ranked, part), slots) : whole),
    [ranked, part, slots, whole],
  );
  return { query, curves, lines, slots, zoom };
}

/** The colours of the best; one that was among them before keeps its own. */
function useSlots(ranked: readonly TrialCurve[] | undefined): ReadonlyMap<number, number> {
  const before = useRef<ReadonlyMap<number, number>>(new Map());
  return useMemo(() => {
    if (!ranked) return new Map();
    const best = ranked.slice(0, inQuestion).map(({ trialId }) => trialId);
    before.current = assignSlots(before.current, best);
    return before.current;
  }, [ranked]);
}

/** A part of the curves, best first by the whole of them. */
function inOrderOf(ranked: readonly TrialCurve[], { trials }: Curves): TrialCurve[] {
  const parts = new Map(trials.map((trial) => [trial.trialId, trial]));
  return ranked.flatMap(({ trialId }) => parts.get(trialId) ?? []);
}
