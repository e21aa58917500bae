import { describe, expect, test } from 'vitest';
import { type FilterField, type FilterGroup, noFilter } from '../columns/shared/filter-set.ts';
import { asksTheSame, brushedAxes } from './hyperparameters/brushed-axes.ts';
import { brushedFilter, brushesIn } from './hyperparameters/brushed-filter.ts';
import { comparedDimensions } from './hyperparameters/compared-dimensions.ts';
import { lackingRecords, lackingWords } from './hyperparameters/lacking.ts';
import type { Comparison } from './shared/compared.ts';

const hyperparameter = (path: string, values: (number | string | boolean | null)[]) => ({
  part: 'hyperparameter' as const,
  path,
  values,
  differs: true,
  moves: null,
});
// Only what charts of hyperparameters are made of.
const comparison = {
  records: [1, 2, 3, 4].map((id) => ({ id, best: id === 4 ? Number.NaN : id / 10, searcherType: 'single' })),
  metric: { group: 'validation', name: 'loss', smallerIsBetter: true },
  paths: [
    hyperparameter('lr', [0, 0.5, 1, 1]),
    hyperparameter('optimizer', ['adam', 'lamb', 'sgd', 'sgd']),
    hyperparameter('ema', [true, false, true, true]),
    hyperparameter('depth', [4, null, null, 8]),
  ],
} as unknown as Comparison;
const drawn = comparedDimensions(comparison, ['lr', 'optimizer', 'ema'], 'linear');
const axes = brushedAxes('run', comparison, drawn);

const field = (columnName: string, operator: FilterField['operator'], value: FilterField['value']): FilterField => ({
  kind: 'field',
  columnName,
  location: columnName.startsWith('hp.') ? 'LOCATION_TYPE_RUN_HYPERPARAMETERS' : 'LOCATION_TYPE_VALIDATIONS',
  type:
    typeof value === 'number'
      ? 'COLUMN_TYPE_NUMBER'
      : typeof value === 'string'
        ? 'COLUMN_TYPE_TEXT'
        : 'COLUMN_TYPE_UNSPECIFIED',
  operator,
  value,
});
const group = (conjunction: 'and' | 'or', ...children: FilterGroup['children']): FilterGroup => ({
  kind: 'group',
  conjunction,
  children,
});
const mine = field('hp.lr', '>', 0.1);

describe('brushes of a comparison', () => {
  const brushes = { lr: [0.25, 0.75], optimizer: [0.4, 1], ema: [1, 1], loss: [0, 0.5] } as const;

  test('are conditions of the table’s filter, beside what else stands there', () => {
    const filter = brushedFilter(group('and', mine), axes, brushes);
    expect(filter).toEqual(
      group(
        'and',
        mine,
        field('hp.lr', '>=', 0.25),
        field('hp.lr', '<=', 0.75),
        group('or', field('hp.optimizer', '=', 'lamb'), field('hp.optimizer', '=', 'sgd')),
        field('hp.ema', '=', true),
        field('validation.loss.min', '<=', 0.2),
      ),
    );
    expect(brushesIn(filter, axes)).toEqual({
      lr: [0.25, 0.75],
      optimizer: [0.5, 1],
      ema: [1, 1],
      loss: [0, expect.closeTo(0.5)],
    });
    // Where the reader drew it, while that says the same.
    expect(brushesIn(filter, axes, { optimizer: [0.4, 1], lr: [0.1, 0.2] })).toMatchObject({
      lr: [0.25, 0.75],
      optimizer: [0.4, 1],
    });
    // Cleared it is as it was.
    expect(brushedFilter(filter, axes, {})).toEqual(group('and', mine));
    expect(brushedFilter(filter, axes, { ...brushesIn(filter, axes), lr: [0.5, 0.75] }).children).toContainEqual(
      field('hp.lr', '>=', 0.5),
    );
  });

  test('all of them have to hold where any of the others’ conditions is enough', () => {
    const any = group('or', mine, field('hp.lr', '<', 0));
    const filter = brushedFilter(any, axes, { lr: [0.5, 1] });
    expect(filter).toEqual(group('and', any, field('hp.lr', '>=', 0.5)));
    expect(brushedFilter(filter, axes, {})).toEqual(any);
  });

  test('of several conditions on one column the narrowest limits are the brush’s', () => {
    const limits = group('and', field('hp.lr', '>=', 0.5), field('hp.lr', '>=', 0.25), field('hp.lr', '<=', 0.75));
    expect(brushesIn(group('and', ...limits.children, field('hp.lr', '<=', 1)), axes)).toEqual({ lr: [0.5, 0.75] });
    const either = group('or', field('hp.optimizer', '=', 'adam'), field('hp.optimizer', '=', 'lamb'));
    expect(brushesIn(group('and', either, field('hp.optimizer', '=', 'lamb')), axes)).toEqual({
      optimizer: [0.5, 0.5],
    });
    // One that nothing can meet is no range.
    const never = group('and', field('hp.optimizer', '=', 'adam'), field('hp.optimizer', '=', 'sgd'));
    expect(brushesIn(never, axes)).toEqual({});
  });

  test('what no brush can say is none', () => {
    const apart = group('or', field('hp.optimizer', '=', 'adam'), field('hp.optimizer', '=', 'sgd'));
    const others = group('and', apart, mine, {
      ...field('hp.lr', '>=', 0.5),
      location: 'LOCATION_TYPE_HYPERPARAMETERS',
    });
    expect(brushesIn(others, axes)).toEqual({});
    expect(brushesIn(group('or', field('hp.lr', '>=', 0.5), mine), axes)).toEqual({});
    expect(brushesIn(noFilter, axes)).toEqual({});
  });

  test('of experiments they ask for configured texts and numbers, and of what searches nothing', () => {
    const ofExperiments = brushedAxes('experiment', comparison, drawn);
    expect(brushedFilter(noFilter, ofExperiments, { ema: [1, 1] }).children).toEqual([
      { ...field('hp.ema', '=', 'true'), location: 'LOCATION_TYPE_HYPERPARAMETERS' },
    ]);
    const records = [{ searcherType: 'random' }] as Comparison['records'];
    expect([asksTheSame('experiment', comparison), asksTheSame('experiment', { records })]).toEqual([true, false]);
    expect(asksTheSame('run', { records })).toBe(true);
  });
});

test('records that are not drawn are named with what they lack, what most lack first', () => {
  const lacking = lackingRecords(comparison, ['lr', 'depth']);
  expect(lacking.map(lackingWords)).toEqual(['2 and 3 have no depth.', '4 has no finite value of loss.']);
  const many = { name: 'x', of: 'hyperparameter' as const, ids: [1, 2, 3, 4, 5, 6] };
  expect(lackingWords(many)).toBe('1, 2, 3 and 3 more have no x.');
  expect(lackingRecords(comparison, ['lr', 'optimizer']).map(({ of }) => of)).toEqual(['metric']);
});
