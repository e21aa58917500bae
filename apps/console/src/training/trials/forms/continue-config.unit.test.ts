import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { continueChecks, continuedConfig, trialLength } from './continue-config.ts';

const original = `# A search.
name: digits
entrypoint: python3 train.py # the program
hyperparameters:
  rate: {type: log, minval: -3, maxval: -1, base: 10}
  net: {depth: {type: int, minval: 1, maxval: 9}}
searcher: {name: adaptive_asha, metric: loss, smaller_is_better: false, max_trials: 40, max_time: 900, time_metric: epochs}
`;
const trial = { id: 17, hparams: { rate: 0.001, net: { depth: 3 }, sizes: [1, 2] } };

test('a trial goes on as a single one with its own values, from its checkpoint; the rest is as it was', () => {
  const made = continuedConfig(original, trial, { name: 'digits, longer', length: '1800' });
  expect(made).toContain('# A search.');
  expect(parse(made)).toEqual({
    name: 'digits, longer',
    entrypoint: 'python3 train.py',
    hyperparameters: {
      rate: { type: 'const', val: 0.001 },
      net: { depth: { type: 'const', val: 3 } },
      sizes: { type: 'const', val: [1, 2] },
    },
    searcher: {
      name: 'single',
      metric: 'loss',
      smaller_is_better: false,
      max_length: { epochs: 1_800 },
      source_trial_id: 17,
    },
  });
  const plain = continuedConfig('searcher: {name: single, metric: x}', trial, { name: 'n', length: '' });
  expect(parse(plain).searcher).toEqual({ name: 'single', metric: 'x', source_trial_id: 17 });
});

test('its length is asked for in the unit that the search has', () => {
  expect(trialLength({ searcher: { max_length: 400 } })).toEqual({ unit: 'batches', value: 400 });
  expect(trialLength({ searcher: { max_length: { epochs: 4 } } })).toEqual({ unit: 'epochs', value: 4 });
  expect(trialLength({ searcher: { max_time: 9, time_metric: 'epochs' } })).toEqual({ unit: 'epochs', value: 9 });
  expect(trialLength({ searcher: { name: 'single' } })).toBeUndefined();
  expect(continueChecks.name(' ')).toBe('Please provide a new search name.');
  expect(continueChecks.length('', 'epochs')).toBe('Please provide a max epochs.');
  expect(continueChecks.length('0', 'epochs')).toBe('Max epochs must be at least 1.');
  expect([continueChecks.name('n'), continueChecks.length('1', 'epochs')]).toEqual([null, null]);
});
