import { expect, test } from 'vitest';
import { changedSettings, lineOf } from './changes-of-config.ts';
import { withSourceTrial } from './fork-config.ts';

const before = `name: mnist
searcher:
  name: random
  max_trials: 4
hyperparameters: {lr: 0.1, kind: adam}
`;

test('settings that are other, new or gone are told by name', () => {
  const now = before.replace('lr: 0.1, kind: adam', 'lr: 0.2, width: 8').replace('# ', '');
  expect(changedSettings(before, now)).toEqual([
    { name: 'hyperparameters.kind', before: 'adam', now: undefined },
    { name: 'hyperparameters.lr', before: '0.1', now: '0.2' },
    { name: 'hyperparameters.width', before: undefined, now: '8' },
  ]);
  expect(changedSettings(before, `# a comment\n${before}`)).toEqual([]);
});

test('a refusal leads to the line of what it names, or of what that stands in', () => {
  expect(lineOf(before, 'invalid: <config>.searcher.max_trials: must be >= 1')).toBe(4);
  expect(lineOf(before, 'invalid: <config>.searcher.metric is required')).toBe(3);
  expect(lineOf(before, 'out of order')).toBeUndefined();
  expect(lineOf('a: [', '<config>.b')).toBeUndefined();
});

test('what goes on from a trial names it, and no checkpoint of before', () => {
  const config = 'name: a # ours\nsearcher:\n  name: single\n  source_checkpoint_uuid: x\n';
  expect(withSourceTrial(config, 7)).toBe('name: a # ours\nsearcher:\n  name: single\n  source_trial_id: 7\n');
  expect(withSourceTrial('a: [', 7)).toBe('a: [');
});
