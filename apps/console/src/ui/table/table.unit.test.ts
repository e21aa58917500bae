import { describe, expect, test } from 'vitest';
import { ACTION_COLUMN_WIDTH, MIN_COLUMN_WIDTH, nextSorts, textFits } from './grid-column.ts';
import { blocksIn, columnBlocks, grown, indexesOf, rowsIn, withSeen } from './grid-window.ts';
import { heatStrength, rangeOf } from './heat.ts';
import { pagesFor, rowInPages } from './paged-rows.ts';
import { parseSort, sortText } from './sort-string.ts';
import { sparkline } from './sparkline.ts';
import { placeColumns } from './use-grid-columns.ts';
import { moveByKey, placeWithin } from './use-grid-focus.ts';

describe('grid keys', () => {
  const extent = { rows: 100, columns: 5, page: 20 };
  const press = (key: string, from = { row: 10, column: 2 }, ctrlKey = false) =>
    moveByKey(from, { key, ctrlKey, metaKey: false }, extent);

  test('arrows move by cell and stop at the edges; the head is the row above the first', () => {
    expect(press('ArrowDown')).toEqual({ row: 11, column: 2 });
    expect(press('ArrowUp', { row: 0, column: 0 })).toEqual({ row: -1, column: 0 });
    expect(press('ArrowUp', { row: -1, column: 0 })).toEqual({ row: -1, column: 0 });
    expect(press('ArrowDown', { row: 99, column: 0 })).toEqual({ row: 99, column: 0 });
    expect(press('ArrowLeft', { row: 3, column: 0 })).toEqual({ row: 3, column: 0 });
    expect(press('ArrowRight', { row: 3, column: 4 })).toEqual({ row: 3, column: 4 });
  });

  test('Home and End stay in the row, with Ctrl they go to the first and last cell', () => {
    expect(press('Home')).toEqual({ row: 10, column: 0 });
    expect(press('End')).toEqual({ row: 10, column: 4 });
    expect(press('Home', undefined, true)).toEqual({ row: 0, column: 0 });
    expect(press('End', undefined, true)).toEqual({ row: 99, column: 4 });
  });

  test('a cell of the tab order is there whatever rows have gone', () => {
    expect(placeWithin({ row: 30, column: 2 }, extent)).toEqual({ row: 30, column: 2 });
    expect(placeWithin({ row: 30, column: 7 }, { ...extent, rows: 5 })).toEqual({ row: 4, column: 4 });
    expect(placeWithin({ row: -1, column: 2 }, extent)).toEqual({ row: -1, column: 2 });
    expect(placeWithin({ row: 3, column: 0 }, { ...extent, rows: 0 })).toEqual({ row: -1, column: 0 });
  });

  test('pages move by a window, other keys are left alone', () => {
    expect(press('PageDown')).toEqual({ row: 30, column: 2 });
    expect(press('PageUp')).toEqual({ row: 0, column: 2 });
    expect(press('PageDown', { row: 95, column: 2 })).toEqual({ row: 99, column: 2 });
    expect(press('a')).toBeUndefined();
  });
});

describe('what of a grid is drawn', () => {
  const column = { id: 'id', header: 'ID', width: 50, cell: () => null };
  const placed = (widths: number[]) =>
    placeColumns(
      widths.map((width, at) => ({ ...column, id: `c${at}`, width })),
      0,
      {},
      () => undefined,
    ).center;

  test('rows in sight, at least one, and no more than there are', () => {
    expect(rowsIn(0, 100, 36, 80)).toEqual({ from: 0, to: 3 });
    expect(rowsIn(2_860, 100, 36, 80)).toEqual({ from: 79, to: 80 });
    expect(rowsIn(9_000, 100, 36, 5)).toEqual({ from: 4, to: 5 });
  });

  test('columns come in blocks of four; one that has not changed is the same', () => {
    const blocks = columnBlocks(placed([50, 50, 50, 50, 60, 60]));
    expect(blocks.map(({ start, end }) => [start, end])).toEqual([
      [0, 200],
      [200, 320],
    ]);
    expect([blocksIn(blocks, 0, 100), blocksIn(blocks, 150, 210), blocksIn(blocks, 900, 950)]).toEqual([
      { from: 0, to: 1 },
      { from: 0, to: 2 },
      { from: 0, to: 0 },
    ]);
    const all = blocks.flatMap((block) => block.columns);
    expect(columnBlocks(all, blocks)[1]).toBe(blocks[1]);
    expect(columnBlocks([...all.slice(0, 5), ...placed([70])], blocks)[1]).not.toBe(blocks[1]);
  });

  test('what comes into sight is drawn at once, beside what is near', () => {
    const all = { from: 0, to: 100 };
    expect(withSeen({ from: 0, to: 20 }, { from: 18, to: 30 }, { from: 8, to: 60 })).toEqual({ from: 8, to: 30 });
    expect(withSeen({ from: 0, to: 20 }, { from: 50, to: 60 }, all)).toEqual({ from: 50, to: 60 });
  });

  test('the rest comes a portion at a time, ahead first, and what lies far behind goes', () => {
    const wished = { from: 10, to: 40 };
    const near = { from: 4, to: 46 };
    expect(grown({ from: 0, to: 30 }, wished, near, 4)).toEqual({ from: 4, to: 34 });
    expect(grown({ from: 20, to: 38 }, wished, near, 4)).toEqual({ from: 18, to: 40 });
    expect(grown({ from: 12, to: 40 }, wished, near, 4)).toEqual({ from: 10, to: 40 });
  });

  test('one more index stands in its place, where it exists', () => {
    expect(indexesOf({ from: 2, to: 4 }, 0, 9)).toEqual([0, 2, 3]);
    expect(indexesOf({ from: 2, to: 4 }, 7, 9)).toEqual([2, 3, 7]);
    expect(indexesOf({ from: 2, to: 4 }, 9, 9)).toEqual([2, 3]);
  });

  test('a figure that may not fit is no bare text', () => {
    expect([textFits('0.123456', 100), textFits('0.123456', 80)]).toEqual([true, false]);
  });
});

describe('columns', () => {
  const column = { id: 'id', header: 'ID', width: 50, firstSort: 'desc' as const, cell: () => null };

  test('the first click takes the column’s own direction, the next one turns it', () => {
    const [down, up] = [[{ columnId: 'id', direction: 'desc' }], [{ columnId: 'id', direction: 'asc' }]] as const;
    expect(nextSorts(column, [], false)).toEqual(down);
    expect(nextSorts(column, down, false)).toEqual(up);
    const byName = { columnId: 'name', direction: 'desc' } as const;
    expect(nextSorts(column, [byName, ...down], false)).toEqual(down);
  });

  test('with Shift a column comes after the others, or turns in its place', () => {
    const byName = { columnId: 'name', direction: 'desc' } as const;
    const byId = { columnId: 'id', direction: 'desc' } as const;
    expect(nextSorts(column, [byName], true)).toEqual([byName, byId]);
    expect(nextSorts(column, [byId, byName], true)).toEqual([{ ...byId, direction: 'asc' }, byName]);
  });

  test('pinned columns stand at the edges, what is left over goes to the one that grows', () => {
    const all = [
      { ...column, id: 'actions', width: 46, pinnedEnd: true },
      { ...column, id: 'state', width: 60, roomyWidth: 128 },
      { ...column, id: 'name', width: 290, pinned: true, grow: true },
    ];
    const places = (viewport: number, chosen = {}) =>
      placeColumns(all, viewport, chosen, () => undefined).all.map((one) => [one.column.id, one.start, one.width]);
    expect(places(300)).toEqual([
      ['name', 0, 290],
      ['state', 290, 60],
      ['actions', 350, 46],
    ]);
    expect(places(1200)).toEqual([
      ['name', 0, 1026],
      ['state', 1026, 128],
      ['actions', 1154, 46],
    ]);
    expect(places(1200, { name: 300, state: 50 })).toEqual([
      ['name', 0, 300],
      ['state', 300, 50],
      ['actions', 350, 46],
    ]);
    const { center, pinnedWidth, pinnedEndWidth, totalWidth } = placeColumns(all, 300, {}, () => undefined);
    expect(center.map((one) => one.column.id)).toEqual(['state']);
    expect([pinnedWidth, pinnedEndWidth, totalWidth]).toEqual([290, 46, 396]);
  });

  test('no column gets narrower than the least width', () => {
    const widths: [string, number][] = [];
    const { all } = placeColumns([column], 0, {}, (id, width) => widths.push([id, width]));
    all[0]?.resize(12);
    all[0]?.resize(61.4);
    expect(widths).toEqual([
      ['id', MIN_COLUMN_WIDTH],
      ['id', 61],
    ]);
  });

  test('[EXPLIST-044] the action column is 46 px wide', () => {
    expect(ACTION_COLUMN_WIDTH).toBe(46);
    expect(MIN_COLUMN_WIDTH).toBe(40);
  });
});

describe('sort strings', () => {
  test('[EXPLIST-023] entries are column=direction, joined by commas', () => {
    const sorts = parseSort('name=asc,id=desc', () => true);
    expect(sorts).toEqual([
      { columnId: 'name', direction: 'asc' },
      { columnId: 'id', direction: 'desc' },
    ]);
    expect(sortText(sorts)).toBe('name=asc,id=desc');
    expect(parseSort('nonsense=asc,id=up,id', (id) => id === 'id')).toEqual([]);
    expect(parseSort(undefined, () => true)).toEqual([]);
  });
});

describe('heat', () => {
  const range = { min: 0.2, max: 0.6 };

  test('[EXPLIST-049] values that are not finite take no part', () => {
    expect(rangeOf([0.2, Number.NaN, 0.6, Number.POSITIVE_INFINITY, null])).toEqual(range);
    expect(rangeOf([Number.NaN, null])).toBeUndefined();
    expect(heatStrength(Number.NaN, range, true)).toBeUndefined();
    expect(heatStrength(null, range, true)).toBeUndefined();
  });

  test('strength is the place between least and greatest, turned where smaller is better', () => {
    expect(heatStrength(0.2, range, true)).toBe(1);
    expect(heatStrength(0.2, range, false)).toBe(0);
    expect(heatStrength(0.4, range, true)).toBeCloseTo(0.5);
    expect(heatStrength(9, range, false)).toBe(1);
    expect(heatStrength(0.2, { min: 0.2, max: 0.2 }, true)).toBeUndefined();
  });
});

describe('pages', () => {
  test('the pages of a window and the row in them', () => {
    expect(pagesFor(0, 40, 100)).toEqual([0]);
    expect(pagesFor(95, 105, 100)).toEqual([0, 1]);
    const pages = new Map([[1, ['a', 'b']]]);
    expect(rowInPages(pages, 101, 100)).toBe('b');
    expect(rowInPages(pages, 1, 100)).toBeUndefined();
  });
});

describe('sparkline', () => {
  const points = (path: string) => path.split(/(?=[ML])/).map((point) => point.slice(1).split(' ').map(Number));

  test('needs two points, and a finite one', () => {
    expect(sparkline([], 1, 88, 20)).toBeUndefined();
    expect(sparkline([1], 1, 88, 20)).toBeUndefined();
    expect(sparkline([Number.NaN, Number.NaN], 1, 88, 20)).toBeUndefined();
  });

  test('what broke at its second value has its first and a cross; many crosses stand apart', () => {
    expect(sparkline([1, Number.NaN], 1, 88, 20)).toMatchObject({ end: { x: 3 }, broken: [{ x: 85 }] });
    const xs = sparkline([1, ...Array<number>(40).fill(Number.NaN)], 1, 88, 20)?.broken.map(({ x }) => x) ?? [];
    expect(xs.length).toBeGreaterThan(8);
    expect(xs.every((x, i) => i === 0 || x - (xs[i - 1] ?? 0) >= 6)).toBe(true);
  });

  test('starts at the first value, reaches as far as the work has come and stays in its box', () => {
    const values = Array.from({ length: 50 }, (_, i) => 2 / (i + 1));
    const half = sparkline(values, 0.5, 88, 20);
    const whole = sparkline(values, 1, 88, 20);
    expect(half?.end).toEqual({ x: 44, y: 17 });
    expect(whole?.end.x).toBe(85);
    expect(points(whole?.path ?? '')).toHaveLength(50);
  });

  test('a fall before a rise is seen: the scale is linear and nothing is left out', () => {
    const values = [0.143, 0.084, ...Array.from({ length: 20 }, (_, i) => 0.084 + 0.0038 * (i + 1))];
    const ys = points(sparkline(values, 1, 88, 20)?.path ?? '').map(([, y]) => y ?? 0);
    expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeGreaterThan(8);
    expect((ys[1] ?? 0) - (ys.at(-1) ?? 0)).toBeGreaterThan(12);
  });

  test('what is not finite is a gap and a mark', () => {
    const line = sparkline([1, 2, Number.NaN, 4, 5], 1, 88, 20);
    expect(line?.path.match(/M/g)).toHaveLength(2);
    expect(line?.broken).toEqual([{ x: 44 }]);
  });

  test('one spike stands at the edge, and the others keep the room', () => {
    const calm = Array.from({ length: 39 }, (_, i) => 1 + i / 100);
    const ys = points(sparkline([...calm, 1000], 1, 88, 20)?.path ?? '').map(([, y]) => y ?? 0);
    expect(ys[39]).toBe(3);
    expect((ys[0] ?? 0) - (ys[37] ?? 0)).toBeGreaterThan(10);
  });

  test('a flat line is drawn at the bottom, negative values as all others', () => {
    expect(sparkline([1, 1, 1], 1, 88, 20)?.end.y).toBe(17);
    expect(sparkline([-1, 0, 1], 1, 88, 20)?.path).toBe('M3.0 17.0L44.0 10.0L85.0 3.0');
  });
});
