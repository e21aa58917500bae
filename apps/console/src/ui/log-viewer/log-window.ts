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

/** Where the segment around a line starts. */
export function segmentStart(line: number, total: number, size: number): number {
  return Math.max(0, Math.min(total - size, Math.round(line - size / 2)));
}

/** The segment from a start, as long as the log and a scroll box allow. */
export function segmentFrom(start: number, total: number, size: number): Segment {
  return { start, count: Math.min(size, Math.max(0, total - start)) };
}

/** Where the segment has to start so that the lines in view are not near an edge with more lines beyond it. */
export function keptInside(segment: Segment, first: number, last: number, total: number, size: number): number {
  const margin = Math.min(200, Math.floor(size / 8));
  const end = segment.start + segment.count;
  const near = (segment.start > 0 && first < segment.start + margin) || (end < total && last > end - margin);
  return near ? segmentStart((first + last) / 2, total, size) : segment.start;
}

/** Numbers of the lines in a scroll box, with some beyond its edges. */
export function linesInView(scrollTop: number, height: number, segment: Segment, beyond = 20): [number, number] {
  const first = Math.floor(scrollTop / LINE_HEIGHT);
  const last = Math.ceil((scrollTop + height) / LINE_HEIGHT);
  return [segment.start + Math.max(0, first - beyond), segment.start + Math.min(segment.count, last + beyond) - 1];
}
