import { expect, test } from 'vitest';
import { flatWords, worded } from './thing-words.ts';

test('a search is what an experiment was, a run what a trial was, with article, number and case', () => {
  expect(flatWords('Delete Experiments')).toBe('Delete Searches');
  expect(flatWords('An experiment goes on from a trial.')).toBe('A search goes on from a run.');
  expect(flatWords('TRIALS of an Experiment')).toBe('Runs of a Search');
  expect(flatWords("the trial's latest, the experiment’s")).toBe("the run's latest, the search’s");
});

test('other words stay', () => {
  expect(flatWords('experimental, trialled, Hyperparameter Search')).toBe(
    'experimental, trialled, Hyperparameter Search',
  );
});

test('what is put into a text stays as it is', () => {
  expect(worded`Unable to pause experiment ${'my experiment'} (${7}).`).toBe(
    'Unable to pause search my experiment (7).',
  );
});
