import { describe, expect, test } from 'vitest';
import { alongEpochs, alongTime } from '../metrics/shared/curve-axis.ts';
import { comparedPaths, leaves, type Made, packageLeaves, settingLeaves } from './compared-paths.ts';

describe('what records were made with', () => {
  const made = (over: Partial<Made>): Made => ({
    hyperparameter: new Map(),
    setting: new Map(),
    code: new Map(),
    environment: new Map(),
    ...over,
  });

  test('every path of any of them; what one lacks is a difference', () => {
    const paths = comparedPaths([
      made({ hyperparameter: leaves({ lr: 0.1, head: { width: 8 } }), code: new Map([['train.py', 'aa']]) }),
      made({ hyperparameter: leaves({ lr: 0.1, ema: null, layers: [1, 2] }), code: new Map([['train.py', 'ab']]) }),
    ]);
    expect(paths).toEqual([
      { part: 'hyperparameter', path: 'head.width', values: [8, null], differs: true },
      { part: 'hyperparameter', path: 'layers', values: [null, '[1,2]'], differs: true },
      { part: 'hyperparameter', path: 'lr', values: [0.1, 0.1], differs: false },
      { part: 'code', path: 'train.py', values: ['aa', 'ab'], differs: true },
    ]);
  });

  test('names are no settings; packages have versions', () => {
    const config = {
      name: 'a',
      labels: [],
      hyperparameters: { lr: 1 },
      environment: {},
      resources: { slots_per_trial: 2 },
    };
    expect([...settingLeaves(config)]).toEqual([['resources.slots_per_trial', 2]]);
    expect(packageLeaves(['torch==2.9.1', 'numpy', 'x[y]>=2; python_version > "3"'])).toEqual([
      ['torch', '==2.9.1'],
      ['numpy', 'any'],
      ['x[y]', '>=2; python_version > "3"'],
    ]);
  });
});

describe('axes of curves', () => {
  const curve = {
    steps: [10, 20, 30],
    times: [1_500_000, 2_000_000, 61_000_000],
    min: [1, 2, 3],
    max: [1, 2, 3],
    last: [1, 2, 3],
  };

  test('seconds since the run’s start', () => {
    expect(alongTime(curve, 1_000_000).steps).toEqual([0.5, 1, 60]);
  });

  test('the epoch that held at each step; what comes before the first is left out', () => {
    const epochs = { steps: [20, 25, 40], times: [0, 0, 0], min: [], max: [], last: [1, 1.5, 2] };
    expect(alongEpochs(curve, epochs)).toMatchObject({ steps: [1, 1.5], last: [2, 3] });
    expect(alongEpochs(curve, { ...epochs, steps: [], last: [] }).steps).toEqual([]);
  });
});
