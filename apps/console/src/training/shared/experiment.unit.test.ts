import { describe, expect, test } from 'vitest';
import {
  flatten,
  isSettled,
  isSingleTrial,
  knownProgress,
  searchedHyperparameters,
  searcherOf,
  slotsPerTrial,
} from './experiment.ts';

describe('experiment facts', () => {
  test('the searcher is read from the configuration', () => {
    const config = { searcher: { name: 'adaptive_asha', metric: 'val_acc', smaller_is_better: false, max_trials: 64 } };
    expect(searcherOf(config)).toEqual({
      name: 'adaptive_asha',
      metric: 'val_acc',
      smallerIsBetter: false,
      maxTrials: 64,
    });
    expect(searcherOf(null)).toEqual({ name: '', metric: '', smallerIsBetter: true, maxTrials: undefined });
    expect(isSingleTrial(searcherOf({ searcher: { name: 'single' } }))).toBe(true);
    expect(slotsPerTrial({ resources: { slots_per_trial: 8 } })).toBe(8);
  });

  test('what varies is searched over, logarithmic first; nested names have dots', () => {
    const hyperparameters = {
      batch: { type: 'const', val: 32 },
      depth: { type: 'int', minval: 3, maxval: 3 },
      dropout: { type: 'double', minval: 0, maxval: 0.5 },
      lr: { type: 'log', minval: -4, maxval: -1 },
      optimizer: { name: { type: 'categorical', vals: ['sgd', 'adam'] }, kind: { type: 'categorical', vals: ['a'] } },
      plain: 3,
    };
    expect(searchedHyperparameters({ hyperparameters })).toEqual([
      { name: 'lr', type: 'log' },
      { name: 'dropout', type: 'double' },
      { name: 'optimizer.name', type: 'categorical' },
    ]);
    expect(searchedHyperparameters(null)).toEqual([]);
  });

  test('progress is known while it goes on, once some has been reported', () => {
    expect(knownProgress({ state: 'STATE_RUNNING', progress: 0.4 })).toBe(0.4);
    expect(knownProgress({ state: 'STATE_RUNNING', progress: 0 })).toBe(null);
    expect(knownProgress({ state: 'STATE_PAUSED', progress: null })).toBe(null);
    expect(knownProgress({ state: 'STATE_COMPLETED', progress: 1 })).toBe(null);
  });

  test('[EXP-051, EXP-060] polling stops at terminal states only', () => {
    const settled = ['CANCELED', 'COMPLETED', 'ERROR', 'DELETE_FAILED', 'DELETED'] as const;
    const going = ['ACTIVE', 'PAUSED', 'QUEUED', 'RUNNING', 'STOPPING_CANCELED', 'DELETING', 'UNSPECIFIED'] as const;
    expect(settled.every((state) => isSettled(`STATE_${state}`))).toBe(true);
    expect(going.some((state) => isSettled(`STATE_${state}`))).toBe(false);
  });

  test('values are flattened by dotted names', () => {
    expect(flatten({ a: { b: 1, c: [1, 2] }, d: null })).toEqual([
      ['a.b', 1],
      ['a.c', [1, 2]],
      ['d', null],
    ]);
  });
});
