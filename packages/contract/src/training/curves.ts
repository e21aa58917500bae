import type { ExtReplyOf } from '../ext-route.ts';
import type { getExperimentCurvesRoute } from './ext-routes.ts';

type Answer = ExtReplyOf<typeof getExperimentCurvesRoute>;

/** A trial's curve as far as it is known: buckets with where each ends, its least, greatest and last value. */
export type TrialCurve = Required<Omit<Answer['trials'][number], 'whole'>>;

/** Of an answer: where the least and the greatest are left out, they are the last. */
type Shown = Answer['trials'][number];

export interface Curves extends Omit<Answer, 'trials'> {
  trials: TrialCurve[];
}

/** What is known and what an answer adds to it: the trials of the answer, in its order. */
export function mergeCurves(known: Curves | undefined, answer: Answer): Curves {
  return { ...answer, trials: mergeTrials(known?.trials, answer.trials) };
}

/** The same of the trials alone. */
export function mergeTrials(known: readonly TrialCurve[] | undefined, answer: readonly Shown[]): TrialCurve[] {
  const before = new Map(known?.map((trial) => [trial.trialId, trial]));
  return answer.map(({ whole, ...news }): TrialCurve => {
    const { trialId, state, x, last, min = last, max = last } = news;
    const old = whole ? undefined : before.get(trialId);
    if (!old) return { trialId, state, x, last, min, max };
    if (x.length === 0) return old.state === state ? old : { ...old, state };
    return {
      trialId,
      state,
      x: old.x.concat(x),
      last: old.last.concat(last),
      min: old.min.concat(min),
      max: old.max.concat(max),
    };
  });
}
