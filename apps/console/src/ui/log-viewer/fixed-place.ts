import type { FoldedRows } from './folded-rows.ts';
import { anchorOf } from './log-lines.tsx';
import { keptInside, LINE_HEIGHT, linesInView, SEGMENT, segmentFrom, segmentStart } from './log-window.ts';

/** Where a box with lines of one height stands. */
export interface FixedPlace {
  rows: FoldedRows;
  follow: boolean;
  /** The first row of the segment that is in the box. */
  start: number;
  /** How far it is scrolled, in pixels. */
  top: number;
  height: number;
  /** Counts up when the box has to be scrolled there: what the reader scrolls is there already. */
  moved: number;
}

/** Scrolled by the reader; another segment comes under the same lines when the edge of this one is near. */
export function scrolledTo(place: FixedPlace, top: number): FixedPlace {
  const { rows, start, height } = place;
  const [first, last] = linesInView(top, height, segmentFrom(start, rows, SEGMENT), 0);
  const next = keptInside(segmentFrom(start, rows, SEGMENT), first, last, rows, SEGMENT);
  if (next === start) return top === place.top ? place : { ...place, top };
  return { ...place, start: next, top: top - (next - start) * LINE_HEIGHT, moved: place.moved + 1 };
}

/** With a row in the upper third. */
export function withRow(place: FixedPlace, row: number): FixedPlace {
  const { rows, start, height } = place;
  const { count } = segmentFrom(start, rows, SEGMENT);
  const [first, last] = [Math.max(rows.first, row - 100), Math.min(rows.end, row + 100)];
  const next = first >= start && last <= start + count ? start : segmentStart(row, rows, SEGMENT);
  return settled({ ...place, start: next, top: (row - next) * LINE_HEIGHT - height / 3 });
}

export function atEnd(place: FixedPlace): FixedPlace {
  const { rows } = place;
  return settled({ ...place, start: segmentStart(rows.end, rows, SEGMENT), top: rows.end * LINE_HEIGHT });
}

/** Among other rows: the end where it is followed, else rows that became more or fewer before those in sight move the box along. */
export function among(place: FixedPlace, rows: FoldedRows, follow: boolean, now: number | undefined): FixedPlace {
  const next = { ...place, rows, follow };
  if (follow) return atEnd(next);
  const { rows: were, start, top, height } = place;
  const seen = start + Math.ceil(top / LINE_HEIGHT);
  const row = anchorOf(were, now, seen, seen + Math.floor(height / LINE_HEIGHT) - 1);
  const shift = were.end > were.first ? rows.rowOf(were.lineAt(row)) - row : 0;
  if (shift === 0) return scrolledTo(next, top);
  const from = Math.max(rows.first, Math.min(rows.end - SEGMENT, start + shift));
  const moved = settled({ ...next, start: from, top: top + (shift - (from - start)) * LINE_HEIGHT });
  return scrolledTo(moved, moved.top);
}

/** As far as the box can be scrolled. */
function settled(place: FixedPlace): FixedPlace {
  const { rows, start, height, top, moved } = place;
  const furthest = Math.max(0, segmentFrom(start, rows, SEGMENT).count * LINE_HEIGHT - height);
  return { ...place, top: Math.max(0, Math.min(top, furthest)), moved: moved + 1 };
}
