/** How many trials a search makes in all, from its configuration; undefined where that is not known beforehand. */
export function plannedTrials(config: unknown): number | undefined {
  const { searcher, hyperparameters } = asObject(config);
  const { name, max_trials: maxTrials } = asObject(searcher);
  if (name === 'random') return typeof maxTrials === 'number' ? maxTrials : undefined;
  return name === 'grid' ? gridPoints(hyperparameters) : undefined;
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
