import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { batchesOfSteps } from './batches-of-steps.ts';
import { forkFields } from './fork-config.ts';

test('[EXP-043] steps of an old configuration are turned into batches, 100 each where it does not say', () => {
  const old = 'name: old # of 2019\nmin_validation_period: 2\nsearcher:\n  name: single\n  max_steps: 5\n';
  expect(parse(batchesOfSteps(old))).toEqual({
    name: 'old',
    min_validation_period: { batches: 200 },
    searcher: { name: 'single', max_length: { batches: 500 } },
  });
  expect(batchesOfSteps(old)).toContain('# of 2019');
  expect(forkFields(batchesOfSteps(old))).toMatchObject({ length: '500', unit: 'batches' });
  const said = 'batches_per_step: 32\nmin_checkpoint_period: 3\nsearcher: {target_trial_steps: 8}\n';
  expect(parse(batchesOfSteps(said))).toEqual({
    min_checkpoint_period: { batches: 96 },
    searcher: { max_length: { batches: 256 } },
  });
});

test('any other configuration stays letter by letter', () => {
  const now = 'searcher: {name: single,   max_length: {epochs: 4}}\nmin_validation_period: {batches: 10} # often';
  expect(batchesOfSteps(now)).toBe(now);
  expect(batchesOfSteps('a: [')).toBe('a: [');
});
