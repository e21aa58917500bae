/** How many trials a search makes in all, from its configuration; undefined where that is not known beforehand. */
export function plannedTrials(config: unknown): number | undefined {
  const { searcher, hyperparameters } = asObject(config);
  const { name, max_trials: maxTrials } = asObject(searcher);
  if (name === 'random') return typeof maxTrials === 'number' ? maxTrials : undefined;
  return name === 'grid' ? gridPoints(hyperparameters) : undefined;
}

/**
 * How far a search is, 0 to 1. The wire's progress is that of the trials made so far and falls with each new one: those still to
 * come count here, too, so that it only grows.
 */
export function shownProgress(progress: number | null, numTrials: number, planned: number | undefined): number | null {
  return progress !== null && planned ? progress * Math.min(1, numTrials / planned) : progress;
}

type Free = Record<string, unknown>;
// Configurations are JSON: an object has text keys.
const asObject = (value: unknown): Free => (typeof value === 'object' && value !== null ? (value as Free) : {});

/** Points of the grid: what each hyperparameter is tried with, multiplied. */
function gridPoints(space: unknown): number {
  const { type, vals, minval, maxval, count } = asObject(space);
  if (typeof type !== 'string')
    return Object.values(asObject(space)).reduce<number>((all, one) => all * gridPoints(one), 1);
  if (type === 'categorical') return Array.isArray(vals) ? vals.length : 1;
  if (type === 'const') return 1;
  // An integer has no more values than there are.
  return type === 'int' ? Math.min(Number(count), Number(maxval) - Number(minval) + 1) : Number(count);
}
