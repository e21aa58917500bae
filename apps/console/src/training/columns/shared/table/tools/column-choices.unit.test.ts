import { describe, expect, test } from 'vitest';
import { experimentTable } from '../../../../experiments/shared/experiment-table-kind.ts';
import { columnChoices, moved, withPin } from './column-choices.ts';

const column = (id: string, location: string) =>
  ({ column: id, location, type: 'COLUMN_TYPE_NUMBER', displayName: '' }) as Parameters<
    typeof columnChoices
  >[1][number];

test('columns stand where their values come from', () => {
  const choices = columnChoices(experimentTable, [
    column('id', 'LOCATION_TYPE_EXPERIMENT'),
    column('validation.loss.last', 'LOCATION_TYPE_VALIDATIONS'),
    column('training.loss.mean', 'LOCATION_TYPE_TRAINING'),
    column('hp.lr', 'LOCATION_TYPE_HYPERPARAMETERS'),
  ]);
  expect(choices.general.slice(0, 2).map(({ label }) => label)).toEqual(['ID', 'Name']);
  expect(choices.metrics.map(({ id }) => id)).toEqual(['validation.loss.last', 'training.loss.mean']);
  expect(choices.hyperparameters).toEqual([{ id: 'hp.lr', label: 'lr' }]);
});

describe('the order of columns', () => {
  const shown = ['a', 'b', 'c', 'd'];

  test('a pinned column is the last of the pinned, one that is unpinned the first of the others', () => {
    expect(withPin(shown, 2, 'd')).toEqual({ shown: ['a', 'b', 'd', 'c'], pinned: 3 });
    expect(withPin(shown, 2, 'a')).toEqual({ shown: ['b', 'a', 'c', 'd'], pinned: 1 });
  });

  test('columns move by one place, and not over the ends', () => {
    expect(moved(shown, 'c', -1)).toEqual(['a', 'c', 'b', 'd']);
    expect(moved(shown, 'a', 1)).toEqual(['b', 'a', 'c', 'd']);
    expect(moved(shown, 'a', -1)).toEqual(shown);
    expect(moved(shown, 'd', 1)).toEqual(shown);
  });
});
