import { describe, expect, test } from 'vitest';
import { inPlace } from './rows-in-place.ts';

const rows = (ids: readonly number[], value = 'old') => ids.map((id) => ({ id, value }));
const text = (shown: readonly { id: number; value: string }[]) => shown.map(({ id, value }) => `${id} ${value}`);

describe('rows of a newer answer in their places', () => {
  test('what came in on top waits, what it pushed off stays, values are the new ones', () => {
    const next = inPlace(rows([5, 4, 3]), rows([7, 6, 5], 'new'), true);
    expect(text(next.rows)).toEqual(['5 new', '4 old', '3 old']);
    expect(next).toMatchObject({ arrived: 2, reordered: false, pushed: [4, 3] });
  });

  test('a page that is not full has room for what came in, and pushes nothing off', () => {
    const next = inPlace(rows([2, 1]), rows([3, 2, 1], 'new'), true);
    expect(text(next.rows)).toEqual(['2 new', '1 new']);
    expect(next).toMatchObject({ arrived: 1, pushed: [] });
  });

  test('what went away goes, and the next page fills the end', () => {
    const next = inPlace(rows([5, 4, 3]), rows([5, 3, 2], 'new'), false);
    expect(text(next.rows)).toEqual(['5 new', '3 new', '2 new']);
    expect(next).toMatchObject({ arrived: 0, reordered: false, pushed: [] });
  });

  test('the last row of a page that went away goes, too', () => {
    expect(inPlace(rows([5, 4, 3]), rows([5, 4, 2], 'new'), false).rows.map(({ id }) => id)).toEqual([5, 4, 2]);
  });

  test('a row that went away from among those pushed off goes', () => {
    // 6 came in, and 4 was deleted.
    const next = inPlace(rows([5, 4, 3]), rows([6, 5, 3]), false);
    expect(next.rows.map(({ id }) => id)).toEqual([5, 3]);
    expect(next).toMatchObject({ arrived: 1, pushed: [] });
  });

  test('another order waits', () => {
    const next = inPlace(rows([1, 2, 3]), rows([3, 1, 2], 'new'), false);
    expect(text(next.rows)).toEqual(['1 new', '2 new', '3 new']);
    expect(next).toMatchObject({ arrived: 0, reordered: true, pushed: [] });
  });

  test('more than a page that came in leaves all in their places; a page that went away is the next one', () => {
    expect(inPlace(rows([2, 1]), rows([9, 8]), true)).toMatchObject({ arrived: 2, pushed: [2, 1] });
    expect(inPlace(rows([9, 8]), rows([2, 1]), false).rows.map(({ id }) => id)).toEqual([2, 1]);
  });
});
