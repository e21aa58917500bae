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

/** The segment around a line. */
export function segmentAround(line: number, total: number, size: number): Segment {
  const count = Math.min(total, size);
  const start = Math.max(0, Math.min(total - count, Math.round(line - count / 2)));
  return { start, count };
}

/** A moved segment when the lines in view are nearer to its edge than a quarter window of lines beyond exists; else the same. */
export function keepInside(segment: Segment, first: number, last: number, total: number, size: number): Segment {
  const margin = Math.min(200, Math.floor(size / 8));
  const atStart = segment.start > 0 && first < segment.start + margin;
  const end = segment.start + segment.count;
  // A log that grows within the size of a segment only makes it longer.
  if (end < total && segment.count < size) {
    return { start: segment.start, count: Math.min(size, total - segment.start) };
  }
  const atEnd = end < total && last > end - margin;
  return atStart || atEnd ? segmentAround((first + last) / 2, total, size) : segment;
}

/** Numbers of the lines in a scroll box, with some beyond its edges. */
export function linesInView(scrollTop: number, height: number, segment: Segment, beyond = 20): [number, number] {
  const first = Math.floor(scrollTop / LINE_HEIGHT);
  const last = Math.ceil((scrollTop + height) / LINE_HEIGHT);
  return [segment.start + Math.max(0, first - beyond), segment.start + Math.min(segment.count, last + beyond) - 1];
}
