/** Nobody can look at more. */
const mostTrials = 5_000;

/** Of how many trials, the best, the curves are answered where so many are asked for; `usual` where none are. */
export const sampledTrials = (asked: number | undefined, usual: number): number =>
  Math.min(asked && asked > 0 ? asked : usual, mostTrials);
