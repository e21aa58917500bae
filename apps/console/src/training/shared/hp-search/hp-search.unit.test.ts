import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { searchConfig } from './search-config.ts';
import { initialSettings, type SearchSettings, settingsProblems, unitsOf } from './search-settings.ts';
import { emptyRow, hyperparametersOf, type SpaceRow, spaceProblems, spaceRows, wholeText } from './search-space.ts';

const config = {
  name: 'mnist',
  resources: { slots_per_trial: 2, resource_pool: 'default' },
  searcher: { name: 'single', metric: 'loss', smaller_is_better: false, max_length: { batches: 400 } },
  hyperparameters: {},
};
const begun: SearchSettings = { ...initialSettings('mnist', config, 'default') };
const limits = { pools: [{ name: 'default', slots: 8 }], units: ['records', 'batches'] };
const problems = (over: Partial<SearchSettings>) => settingsProblems({ ...begun, ...over }, limits);
const row = (over: Partial<SpaceRow>): SpaceRow => ({ ...emptyRow('new'), name: 'lr', ...over });
const problem = (over: Partial<SpaceRow>, searcher = 'random') => spaceProblems([row(over)], searcher);

describe('settings of a search', () => {
  test('begin with what the experiment has, else with the defaults', () => {
    expect(begun).toEqual({
      searcher: 'adaptive_asha',
      name: 'mnist',
      pool: 'default',
      slots: '2',
      mode: 'standard',
      stopOnce: true,
      maxLength: '400',
      unit: 'batches',
      maxTrials: '16',
      maxConcurrent: '16',
      maxRungs: '5',
      divisor: '4',
    });
    expect(problems({})).toEqual({});
    const searcher = { name: 'random', max_trials: 9, max_concurrent_trials: 3, max_length: { records: 7 } };
    expect(initialSettings('x'.repeat(90), { searcher }, '')).toMatchObject({
      searcher: 'random',
      name: 'x'.repeat(80),
      slots: '1',
      maxLength: '7',
      unit: 'records',
      maxTrials: '9',
      maxConcurrent: '3',
    });
    const adaptive = {
      name: 'adaptive_asha',
      max_time: 27,
      time_metric: 'epochs',
      mode: 'aggressive',
      stop_once: false,
    };
    const again = initialSettings('a', { records_per_epoch: 10, searcher: adaptive }, '');
    expect(again).toMatchObject({ unit: 'epochs', maxLength: '27', mode: 'aggressive', stopOnce: false });
  });

  test('epochs can be counted where it is known how many records one has; an own unit can be kept', () => {
    expect(unitsOf({}, 'random')).toEqual(['records', 'batches']);
    expect(unitsOf({ records_per_epoch: 0 }, 'random')).toEqual(['records', 'batches']);
    expect(unitsOf({ records_per_epoch: 1 }, 'random')).toEqual(['records', 'batches', 'epochs']);
    const own = { searcher: { name: 'adaptive_asha', max_time: 4, time_metric: 'minutes' } };
    expect(unitsOf(own, 'adaptive_asha')).toEqual(['records', 'batches', 'minutes']);
    expect(unitsOf(own, 'grid')).toEqual(['records', 'batches']);
  });

  test('are held to their bounds, each with its own words', () => {
    expect(problems({ name: ' ' })).toEqual({ name: 'Name is required.' });
    expect(problems({ name: 'x'.repeat(81) })).toEqual({ name: 'Name must be at most 80 characters.' });
    expect(problems({ name: 'x'.repeat(80) })).toEqual({});
    expect(problems({ pool: '' })).toHaveProperty('pool', 'Resource pool is required.');
    expect(problems({ slots: '0' })).toEqual({});
    expect(problems({ slots: '8' })).toEqual({});
    for (const slots of ['-1', '9', '1.5', '', 'two'])
      expect(problems({ slots })).toEqual({ slots: 'Slots per run must be a whole number from 0 to 8.' });
    expect(problems({ mode: 'wild' })).toEqual({ mode: 'Early stopping mode is required.' });
    expect(problems({ unit: 'epochs' })).toEqual({ unit: 'Units are required.' });
    for (const wrong of ['0', '-3', '', 'x', '1.5']) {
      expect(problems({ maxLength: wrong })).toEqual({ maxLength: 'Max length must be a whole number above 0.' });
      expect(problems({ maxTrials: wrong })).toEqual({ maxTrials: 'Max runs must be a whole number above 0.' });
      expect(problems({ maxRungs: wrong })).toEqual({ maxRungs: 'Max rungs must be a whole number above 0.' });
    }
    expect(problems({ maxConcurrent: '0' })).toEqual({});
    expect(problems({ maxConcurrent: '-1' })).toHaveProperty('maxConcurrent');
    expect(problems({ divisor: '1' })).toEqual({ divisor: 'Divisor must be a number above 1.' });
    // A grid has as many trials as it has points; what only an adaptive search has is not asked of others.
    const unasked = { maxTrials: '', mode: '', maxRungs: '', divisor: '' };
    expect(problems({ searcher: 'grid', ...unasked })).toEqual({});
    expect(problems({ searcher: 'random', ...unasked })).toEqual({
      maxTrials: 'Max runs must be a whole number above 0.',
    });
  });
});

describe('the space that is searched', () => {
  const hyperparameters = {
    lr: { type: 'log', base: 10, minval: -4, maxval: -1, count: 3 },
    net: { width: { type: 'int', minval: 8, maxval: 64 }, kind: { type: 'const', val: 'res' } },
    opt: { type: 'categorical', vals: ['adam', 'sgd'] },
    shape: { type: 'const', val: [3, 3] },
    digits: { type: 'const', val: '007' },
  };

  test('is read from the configuration, and constants from the trial', () => {
    const rows = spaceRows(hyperparameters, { lr: 0.01, net: { width: 16, kind: 'vgg' } });
    expect(rows.map(({ name, type, current, min, max, count }) => [name, type, current, min, max, count])).toEqual([
      ['lr', 'log', '0.01', '0.0001', '0.1', '3'],
      ['net.width', 'int', '16', '8', '64', ''],
      ['net.kind', 'const', 'vgg', '', '', ''],
      ['opt', 'categorical', '', '', '', ''],
      ['shape', 'const', '[3,3]', '', '', ''],
      ['digits', 'const', '007', '', '', ''],
    ]);
  });

  test('is written as it was read, a log scale in exponents', () => {
    expect(hyperparametersOf(spaceRows(hyperparameters), 'random')).toEqual({
      lr: { type: 'log', base: 10, minval: -4, maxval: -1 },
      net: { width: { type: 'int', minval: 8, maxval: 64 }, kind: 'res' },
      opt: { type: 'categorical', vals: ['adam', 'sgd'] },
      shape: { type: 'const', val: [3, 3] },
      digits: '007',
    });
  });

  test('[EXP-113] a log hyperparameter has base 10', () => {
    const made = hyperparametersOf([row({ type: 'log', min: '0.001', max: '1' })], 'random');
    expect(made).toEqual({ lr: { type: 'log', base: 10, minval: -3, maxval: 0 } });
  });

  test('values are what they read as; one value is no range; a grid says how many', () => {
    const constants = ['1', '1e-3', 'true', 'null', 'adam', '"1"'].map((current, at) =>
      row({ name: `c${at}`, current }),
    );
    expect(hyperparametersOf(constants, 'random')).toEqual({
      c0: 1,
      c1: 0.001,
      c2: true,
      c3: null,
      c4: 'adam',
      c5: '1',
    });
    expect(hyperparametersOf([row({ type: 'double', min: '2', max: '2' })], 'random')).toEqual({ lr: 2 });
    const ranges = [row({ name: 'a.b', type: 'double', min: '0', max: '1', count: '4' })];
    expect(hyperparametersOf(ranges, 'grid')).toEqual({ a: { b: { type: 'double', minval: 0, maxval: 1, count: 4 } } });
  });

  test('ints have no digits after the point', () => {
    expect(wholeText('2.6')).toBe('3');
    expect(wholeText('x')).toBe('x');
    expect(hyperparametersOf([row({ type: 'int', min: '1.2', max: '7.9' })], 'random')).toEqual({
      lr: { type: 'int', minval: 1, maxval: 8 },
    });
  });

  test('what is missing or wrong is said in the words of the specification', () => {
    expect(problem({ name: ' ', current: '1' })).toEqual({ 'rows.0.name': 'Name is required.' });
    expect(problem({ current: '' })).toEqual({ 'rows.0.current': 'Current value is required.' });
    const range = { type: 'double', min: '0', max: '1' } as const;
    expect(problem(range)).toEqual({});
    expect(problem({ ...range, max: '0' })).toEqual({});
    expect(problem({ ...range, min: '' })).toEqual({ 'rows.0.min': 'Minimum value is required.' });
    expect(problem({ ...range, min: 'x' })).toEqual({ 'rows.0.min': 'Minimum value must be a number.' });
    expect(problem({ ...range, max: '' })).toEqual({ 'rows.0.max': 'Maximum value is required.' });
    expect(problem({ ...range, max: 'x' })).toEqual({ 'rows.0.max': 'Maximum value must be a number.' });
    expect(problem({ ...range, max: '-1' })).toEqual({
      'rows.0.max': 'Maximum value must be greater or equal to than minimum value.',
    });
    expect(problem({ ...range, type: 'log' })).toEqual({
      'rows.0.min': 'Minimum value must be above 0 on a log scale.',
    });
    expect(problem({ ...range, count: '' }, 'grid')).toEqual({ 'rows.0.count': 'Grid count is required.' });
    expect(problem({ ...range, count: 'x' }, 'grid')).toEqual({ 'rows.0.count': 'Grid count must be a number.' });
    expect(problem({ ...range, count: '0' }, 'grid')).toEqual({
      'rows.0.count': 'Grid count must be greater than or equal to 1.',
    });
    expect(problem({ type: 'categorical' }, 'grid')).toEqual({});
    const twice = [row({ current: '1' }), row({ name: 'lr.warm', current: '1' })];
    expect(spaceProblems(twice, 'random')).toEqual({ 'rows.1.name': 'There is another of this name.' });
    const [turned] = spaceRows({ lr: { type: 'double', minval: 0, maxval: 1 } }) as [SpaceRow];
    expect(spaceProblems([{ ...turned, type: 'const' }], 'random')).toEqual({
      'rows.0.current': 'Current value is required.',
    });
  });
});

describe('the configuration of a search', () => {
  const original =
    '# by hand\nname: mnist\nentrypoint: train.py # ours\nresources: {slots_per_trial: 1, priority: 3}\n';
  const made = (over: Partial<SearchSettings>, text = original) => {
    const written = searchConfig(text, config, { ...begun, ...over }, [row({ current: '0.1' })]);
    return { written, read: parse(written ?? '') as unknown };
  };

  test('is the text before it with what the form asks for, all else as it was', () => {
    const { written, read } = made({ name: ' wide ', searcher: 'random', slots: '4', maxTrials: '5' });
    expect(written).toContain('# by hand');
    expect(written).toContain('train.py # ours');
    expect(read).toEqual({
      name: 'wide',
      entrypoint: 'train.py',
      resources: { slots_per_trial: 4, priority: 3, resource_pool: 'default' },
      searcher: {
        name: 'random',
        metric: 'loss',
        smaller_is_better: false,
        max_concurrent_trials: 16,
        max_trials: 5,
        max_length: { batches: 400 },
      },
      hyperparameters: { lr: 0.1 },
    });
  });

  test('an adaptive search is as long as its time metric says, a grid has no number of trials', () => {
    const adaptive = made(
      { searcher: 'adaptive_asha', maxLength: '40', unit: 'records', mode: 'conservative' },
      'a: 1',
    );
    expect(adaptive.read).toMatchObject({
      resources: { slots_per_trial: 2, resource_pool: 'default' },
      searcher: {
        name: 'adaptive_asha',
        metric: 'loss',
        smaller_is_better: false,
        max_concurrent_trials: 16,
        max_trials: 16,
        max_time: 40,
        time_metric: 'records',
        mode: 'conservative',
        stop_once: true,
        max_rungs: 5,
        divisor: 4,
      },
    });
    expect((made({ searcher: 'grid' }).read as { searcher: object }).searcher).toEqual({
      name: 'grid',
      metric: 'loss',
      smaller_is_better: false,
      max_concurrent_trials: 16,
      max_length: { batches: 400 },
    });
  });

  test('a text that is no configuration has none', () => {
    expect(made({}, 'a: [').written).toBeUndefined();
    expect(made({}, 'words').written).toBeUndefined();
  });
});
