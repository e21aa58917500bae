import type { TrialCurve } from '@determined/contract/training/curves.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { LineSeries } from '#ui/chart/line-series.ts';

/** A trial's best value so far; undefined when it has no finite one. */
export function bestOf(curve: Pick<TrialCurve, 'min' | 'max'>, smallerIsBetter: boolean): number | undefined {
  const values = smallerIsBetter ? curve.min : curve.max;
  let best: number | undefined;
  // By index, as all that goes over the points of a hundred curves: it costs half of what an iterator does.
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value === null || value === undefined) continue;
    if (best === undefined || (smallerIsBetter ? value < best : value > best)) best = value;
  }
  return best;
}

/** Trials from best to worst; those without a finite value last. */
export function rankTrials(trials: readonly TrialCurve[], smallerIsBetter: boolean): TrialCurve[] {
  const worst = smallerIsBetter ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const sign = smallerIsBetter ? 1 : -1;
  return trials
    .map((trial) => ({ trial, best: bestOf(trial, smallerIsBetter) ?? worst }))
    .sort((a, b) => (a.best === b.best ? a.trial.trialId - b.trial.trialId : sign * (a.best - b.best)))
    .map(({ trial }) => trial);
}

/**
 * Lines of a learning curve: the trials with a slot in colour and on top, the first of them with its band, the others as ghosts below.
 * A bucket without a finite value is a value that was not finite.
 */
export function curveLines(ranked: readonly TrialCurve[], slots: ReadonlyMap<number, number>): LineSeries[] {
  const first = ranked.find((trial) => slots.has(trial.trialId));
  return ranked
    .map((trial) => ({
      id: trial.trialId,
      name: worded`trial ${trial.trialId}`,
      color: slots.get(trial.trialId),
      x: trial.x,
      y: trial.last.some((value) => value === null) ? trial.last.map((value) => value ?? Number.NaN) : trial.last,
      min: trial.min,
      max: trial.max,
      band: trial === first,
    }))
    .reverse();
}
