/** How many checkpoints an experiment keeps. */
export interface GcPolicy {
  save_experiment_best: number;
  save_trial_best: number;
  save_trial_latest: number;
}

export interface GcCandidate {
  uuid: string;
  /** Of two with equal values the earlier report is the better one, of two at one step the later the newer. */
  id: number;
  trialId: number;
  steps: number;
  /** The searcher metric of the validation at its step; null: there was none. */
  value: number | null;
}

/**
 * Which checkpoints of an experiment its policy does not keep: neither among the best of the experiment or of their
 * trial, nor among the newest of their trial. Without a validation none is among the best. Pure. Facts: platform
 * semantics 5.7; the newest are counted per trial over all its checkpoints (its row Q26).
 */
export function unkeptCheckpoints(
  candidates: readonly GcCandidate[],
  policy: GcPolicy,
  { smallerIsBetter }: { smallerIsBetter: boolean },
): GcCandidate[] {
  const kept = new Set<GcCandidate>();
  const keep = (ordered: readonly GcCandidate[], count: number) => {
    for (const candidate of ordered.slice(0, count)) kept.add(candidate);
  };
  const validated = candidates
    .filter(({ value }) => value !== null)
    .toSorted((left, right) => byValue(left, right, smallerIsBetter) || left.id - right.id);
  keep(validated, policy.save_experiment_best);
  for (const ofTrial of Map.groupBy(validated, ({ trialId }) => trialId).values()) {
    keep(ofTrial, policy.save_trial_best);
  }
  const newest = candidates.toSorted((left, right) => right.steps - left.steps || right.id - left.id);
  for (const ofTrial of Map.groupBy(newest, ({ trialId }) => trialId).values()) {
    keep(ofTrial, policy.save_trial_latest);
  }
  return candidates.filter((candidate) => !kept.has(candidate));
}

/** What is no number is worse than any. */
function byValue(left: GcCandidate, right: GcCandidate, smallerIsBetter: boolean): number {
  const worse = (value: number | null) => (value === null || Number.isNaN(value) ? 1 : 0);
  const [a, b] = [left.value ?? Number.NaN, right.value ?? Number.NaN];
  if (worse(a) || worse(b)) return worse(a) - worse(b);
  if (a === b) return 0;
  return a < b === smallerIsBetter ? -1 : 1;
}
