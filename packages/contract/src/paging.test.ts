import { describe, expect, test } from 'vitest';
import { pageOf, plainPagination, rowRange } from './paging.ts';

const range = (offset: number, limit: number, total: number, options?: Parameters<typeof rowRange>[2]) => {
  const { skip, take, pagination } = rowRange({ offset, limit }, total, options);
  expect(pagination).toMatchObject({ offset, startIndex: skip, endIndex: skip + take, total });
  return [skip, take, pagination.limit];
};

describe('pages cut in the database', () => {
  test('limit: 0 is a hundred, -1 all, -2 none', () => {
    expect(range(0, 0, 250)).toEqual([0, 100, 0]);
    expect(range(0, -1, 250)).toEqual([0, 250, -1]);
    expect(range(10, -2, 250)).toEqual([10, 0, -2]);
    expect(range(240, 20, 250)).toEqual([240, 10, 20]);
  });

  test('an offset out of range is an empty page at the end, a negative one counts from there', () => {
    expect(range(300, 10, 250)).toEqual([250, 0, 10]);
    expect(range(-300, 10, 250)).toEqual([250, 0, 10]);
    expect(range(-30, 10, 250)).toEqual([220, 10, 10]);
    expect(range(0, 10, 0)).toEqual([0, 0, 10]);
  });

  test('workloads take 0 as all and say so, templates -2', () => {
    expect(range(0, 0, 250, { zero: 'all' })).toEqual([0, 250, -1]);
    const { skip, take, pagination } = rowRange({ offset: 0, limit: -2 }, 250, { minusTwo: 'all' });
    expect([skip, take, pagination.limit, pagination.endIndex]).toEqual([0, 250, -2, 0]);
  });

  test('other negative limits are refused', () => {
    expect(() => rowRange({ offset: 0, limit: -3 }, 5)).toThrow('limit: -3');
  });
});

describe('pages cut in memory', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];

  test('limit 0 is all, or what the list says', () => {
    expect(pageOf(items, { offset: 1, limit: 0 })).toEqual({
      items: ['b', 'c', 'd', 'e'],
      pagination: { offset: 1, limit: 0, startIndex: 1, endIndex: 5, total: 5 },
    });
    expect(pageOf(items, { offset: 0, limit: 0 }, { zero: 2 }).pagination).toMatchObject({ limit: 2, endIndex: 2 });
  });

  test('an offset at the end is empty, beyond it an error; a negative one counts from the end', () => {
    expect(pageOf(items, { offset: 5, limit: 2 }).items).toEqual([]);
    expect(pageOf(items, { offset: -2, limit: 9 }).items).toEqual(['d', 'e']);
    for (const offset of [6, -6]) {
      expect(() => pageOf(items, { offset, limit: 1 })).toThrow('offset out of bounds');
    }
  });

  test('a negative limit is the caller’s mistake', () => {
    expect(() => pageOf(items, { offset: 0, limit: -1 })).toThrow(
      expect.objectContaining({ code: 'InvalidArgument', status: 400 }),
    );
  });
});

test('groups and roles say what they returned', () => {
  expect(plainPagination({ offset: 10, limit: 5 }, 3, 13)).toEqual({
    offset: 10,
    limit: 5,
    startIndex: 10,
    endIndex: 13,
    total: 13,
  });
});
