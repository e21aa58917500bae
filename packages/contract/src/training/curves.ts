import type { ExtReplyOf } from '../ext-route.ts';
import type { getExperimentCurvesRoute } from './ext-routes.ts';
import { type PackedNumbers, unpackNumbers, unpackValues } from './packed-numbers.ts';

type Answer = ExtReplyOf<typeof getExperimentCurvesRoute>;

/** A curve as it travels: where the least and the greatest are left out, they are the last. */
interface PackedCurve {
  x: PackedNumbers;
  last: PackedNumbers;
  min?: PackedNumbers | undefined;
  max?: PackedNumbers | undefined;
}

/** Buckets with where each ends, its least, greatest and last finite value; null where it has none. */
export interface Curve {
  x: number[];
  last: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
}

type Shown = PackedCurve & Pick<Answer['trials'][number], 'trialId' | 'state' | 'whole'>;

/** A trial's curve as far as it is known. */
export type TrialCurve = Curve & Pick<Shown, 'trialId' | 'state'>;

export interface Curves extends Omit<Answer, 'trials'> {
  trials: TrialCurve[];
}

export const unpackCurve = (packed: PackedCurve): Curve => unpack(packed, unpackNumbers);

/** `places` reads where the buckets end. */
function unpack(packed: PackedCurve, places: (packed: PackedNumbers) => number[]): Curve {
  const last = unpackValues(packed.last);
  const { min, max } = packed;
  return {
    x: places(packed.x),
    last,
    min: min === undefined ? last : unpackValues(min),
    max: max === undefined ? last : unpackValues(max),
  };
}

/** What is known and what an answer adds to it: the trials of the answer, in its order. */
export function mergeCurves(known: Curves | undefined, answer: Answer): Curves {
  return { ...answer, trials: mergeTrials(known?.trials, answer.trials) };
}

/** The same of the trials alone. */
export function mergeTrials(known: readonly TrialCurve[] | undefined, answer: readonly Shown[]): TrialCurve[] {
  const before = new Map(known?.map((trial) => [trial.trialId, trial]));
  const places = likeTheOneBefore();
  const joinPlaces = likeThePairBefore<number>();
  const joinValues = likeThePairBefore<number | null>();
  return answer.map(({ trialId, state, whole, ...packed }): TrialCurve => {
    const news = unpack(packed, places);
    const old = whole ? undefined : before.get(trialId);
    if (!old) return { trialId, state, ...news };
    if (news.x.length === 0) return old.state === state ? old : { ...old, state };
    return {
      trialId,
      state,
      x: joinPlaces(old.x, news.x),
      last: joinValues(old.last, news.last),
      min: joinValues(old.min, news.min),
      max: joinValues(old.max, news.max),
    };
  });
}

/** Trials of one experiment mostly report at the same steps: those are read once. */
function likeTheOneBefore(): (packed: PackedNumbers) => number[] {
  let before: { packed: PackedNumbers; numbers: number[] } | undefined;
  return (packed) => {
    if (before?.packed !== packed) before = { packed, numbers: unpackNumbers(packed) };
    return before.numbers;
  };
}

/** What is one list before stays one: the places of several trials, and where a bucket has one value its least and greatest. */
function likeThePairBefore<T>(): (old: T[], news: T[]) => T[] {
  let before: { old: T[]; news: T[]; both: T[] } | undefined;
  return (old, news) => {
    if (before?.old !== old || before.news !== news) before = { old, news, both: old.concat(news) };
    return before.both;
  };
}
