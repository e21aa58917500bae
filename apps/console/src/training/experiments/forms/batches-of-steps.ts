import { parseDocument } from 'yaml';

/** A step is so many batches where a configuration does not say. */
const usualBatches = 100;

/** Settings that old configurations counted in steps, and what has their place. */
const counted: readonly [old: readonly string[], now: readonly string[]][] = [
  [['min_validation_period'], ['min_validation_period']],
  [['min_checkpoint_period'], ['min_checkpoint_period']],
  [
    ['searcher', 'max_steps'],
    ['searcher', 'max_length'],
  ],
  [
    ['searcher', 'target_trial_steps'],
    ['searcher', 'max_length'],
  ],
];

/** An old configuration as it is written today, its steps turned into batches; any other as it was, letter by letter. */
export function batchesOfSteps(config: string): string {
  const document = parseDocument(config);
  if (document.errors.length > 0) return config;
  const said = document.getIn(['batches_per_step']);
  const perStep = typeof said === 'number' ? said : usualBatches;
  let changed = document.hasIn(['batches_per_step']) && document.deleteIn(['batches_per_step']);
  for (const [old, now] of counted) {
    const steps = document.getIn(old);
    if (typeof steps !== 'number') continue;
    document.deleteIn(old);
    document.setIn(now, document.createNode({ batches: steps * perStep }));
    changed = true;
  }
  return changed ? document.toString({ lineWidth: 0 }) : config;
}
