/** Height of a line that is not wrapped. */
export const LINE_HEIGHT = 20;

/**
 * Lines that one scroll box can hold: browsers limit an element's height (Firefox at some 17.8 million pixels). A longer log is shown
 * in segments; the segment moves when its edge comes near.
 */
export const SEGMENT = 800_000;

/** Lines measured one by one when they wrap. */
export const WRAPPED_SEGMENT = 5_000;

export interface Segment {
  start: number;
  count: number;
}

/** The rows there are: the first and the one behind the last. */
interface Extent {
  first: number;
  end: number;
}

/** Where the segment around a row starts. */
export function segmentStart(row: number, { first, end }: Extent, size: number): number {
  return Math.max(first, Math.min(end - size, Math.round(row - size / 2)));
}

/** The segment from a start, as long as the rows and a scroll box allow. */
export function segmentFrom(start: number, { end }: Extent, size: number): Segment {
  return { start, count: Math.min(size, Math.max(0, end - start)) };
}

/** Where the segment has to start so that the rows in view are not near an edge with more rows beyond it. */
export function keptInside(segment: Segment, firstSeen: number, lastSeen: number, rows: Extent, size: number): number {
  const margin = Math.min(200, Math.floor(size / 8));
  const end = segment.start + segment.count;
  const nearStart = segment.start > rows.first && firstSeen < segment.start + margin;
  const nearEnd = end < rows.end && lastSeen > end - margin;
  return nearStart || nearEnd ? segmentStart((firstSeen + lastSeen) / 2, rows, size) : segment.start;
}

/** The rows in a scroll box, with some beyond its edges. */
export function linesInView(scrollTop: number, height: number, segment: Segment, beyond = 20): [number, number] {
  const first = Math.floor(scrollTop / LINE_HEIGHT);
  const last = Math.ceil((scrollTop + height) / LINE_HEIGHT);
  return [segment.start + Math.max(0, first - beyond), segment.start + Math.min(segment.count, last + beyond) - 1];
}
