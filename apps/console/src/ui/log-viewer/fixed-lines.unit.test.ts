import { expect, test } from 'vitest';
import { nextDrawn } from './drawn-rows.ts';
import { among, atEnd, type FixedPlace, scrolledTo, withRow } from './fixed-place.ts';
import { foldedRows } from './folded-rows.ts';
import { isTurnedBack } from './log-lines.tsx';
import { allRows } from './log-rows.ts';
import { LINE_HEIGHT, SEGMENT } from './log-window.ts';

const rowsOf = (total: number, ...closed: [row: number, count: number][]) =>
  foldedRows(
    allRows(total),
    closed.map(([row, count]) => ({ kind: 'same', row, count, open: false })),
  );
const placed = (total: number, top: number): FixedPlace => ({
  ...{ rows: rowsOf(total), follow: false, start: 0, height: 400, moved: 0 },
  top: top * LINE_HEIGHT,
});
/** The row at the box's upper edge. */
const rowAt = ({ start, top }: FixedPlace) => start + top / LINE_HEIGHT;

test('rows are drawn in portions: those in sight from the first one on, then those beyond', () => {
  const [window, seen] = [
    [80, 159],
    [100, 139],
  ] as const;
  const drawn = [nextDrawn(undefined, window, seen, 30)];
  while (drawn.length < 4) drawn.push(nextDrawn(drawn.at(-1), window, seen, 30));
  expect(drawn).toEqual([
    [100, 129],
    [100, 159],
    [80, 159],
    [80, 159],
  ]);
});

test('what is drawn already stays, what has left the window goes, and a portion comes where it was scrolled to', () => {
  expect(nextDrawn([80, 159], [90, 169], [110, 149], 5)).toEqual([90, 164]);
  expect(nextDrawn([80, 159], [60, 139], [70, 119], 5)).toEqual([75, 139]);
  expect(nextDrawn([80, 159], [60, 139], [70, 119], 30)).toEqual([60, 139]);
  expect(nextDrawn([80, 159], [500, 579], [520, 559], 5)).toEqual([520, 524]);
  expect(nextDrawn(undefined, [0, -1], [0, -1], 5)).toEqual([0, -1]);
});

test('rows that are folded above leave the lines in sight where they are; the box is moved once', () => {
  const place = placed(10_000, 5_000);
  const folded = among(place, rowsOf(10_000, [1_000, 500], [2_000, 11]), false, undefined);
  expect([rowAt(folded), folded.moved]).toEqual([5_000 - 499 - 10, 1]);
  const below = among(place, rowsOf(10_000, [6_000, 500]), false, undefined);
  expect([rowAt(below), below.moved]).toEqual([5_000, 0]);
});

test('a log that is followed is at its end, also when it has less than fills the box', () => {
  expect(rowAt(among(placed(10_000, 0), rowsOf(10_050), true, undefined))).toBe(10_030);
  expect(atEnd(placed(5, 0)).top).toBe(0);
  expect(among(placed(10_000, 9_980), rowsOf(30), false, undefined).top).toBe(10 * LINE_HEIGHT);
});

test('a long log moves to another segment under the same lines', () => {
  const long = placed(10_000_000, SEGMENT - 150);
  const next = scrolledTo(long, long.top);
  expect([rowAt(next), next.start > 0, next.moved]).toEqual([SEGMENT - 150, true, 1]);
  const far = withRow(long, 7_000_000);
  expect(far.start).toBe(7_000_000 - SEGMENT / 2);
  expect(Math.round(rowAt(far))).toBe(Math.round(7_000_000 - 400 / 3 / LINE_HEIGHT));
  expect(scrolledTo(long, 40).moved).toBe(0);
});

test('only the reader turns back: what is folded, comes or is measured moves the box as well', () => {
  const before = { scrollTop: 1_000, scrollHeight: 2_000 };
  expect(isTurnedBack(before, { scrollTop: 900, scrollHeight: 2_000 })).toBe(true);
  expect(isTurnedBack(before, { scrollTop: 900, scrollHeight: 2_100 })).toBe(true);
  expect(isTurnedBack(before, { scrollTop: 999.5, scrollHeight: 2_000 })).toBe(false);
  expect(isTurnedBack(before, { scrollTop: 1_100, scrollHeight: 2_100 })).toBe(false);
  // Two hundred lines became one: the browser holds the box at its end.
  expect(isTurnedBack(before, { scrollTop: 600, scrollHeight: 1_600 })).toBe(false);
});
