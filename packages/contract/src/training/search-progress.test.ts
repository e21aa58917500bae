import { expect, test } from 'vitest';
import { plannedTrials } from './search-progress.ts';

test('a search’s trials are known where its configuration says how many there will be', () => {
  expect(plannedTrials({ searcher: { name: 'random', max_trials: 12 } })).toBe(12);
  expect(plannedTrials({ searcher: { name: 'single' }, hyperparameters: {} })).toBeUndefined();
  expect(plannedTrials({ searcher: { name: 'adaptive_asha', max_trials: 64 } })).toBeUndefined();
  const hyperparameters = {
    plain: 3,
    fixed: { type: 'const', val: 1 },
    list: [1, 2, 3],
    batch: { type: 'categorical', vals: [16, 32] },
    depth: { type: 'int', minval: 2, maxval: 4, count: 9 },
    optimizer: { rate: { type: 'log', base: 10, minval: -3, maxval: -1, count: 5 } },
  };
  expect(plannedTrials({ searcher: { name: 'grid' }, hyperparameters })).toBe(2 * 3 * 5);
});
