/** The part of the x axis that is shown: from and to, in the axis's own measure. */
export type XWindow = readonly [from: number, to: number];

export type WindowAct = 'in' | 'out' | 'earlier' | 'later';

/** Least part of the whole that is shown. */
const least = 1 / 4096;

/** Half or twice as much around `at` (the middle without it), or half of it to either side; undefined is all of it again. */
export function movedWindow(
  now: XWindow | undefined,
  whole: XWindow,
  act: WindowAct,
  at?: number,
): XWindow | undefined {
  const [from, to] = now ?? whole;
  const length = whole[1] - whole[0];
  const factor = act === 'in' ? 0.5 : act === 'out' ? 2 : 1;
  const size = Math.min(length, Math.max(length * least, (to - from) * factor));
  const middle = at !== undefined && at >= from && at <= to ? at : (from + to) / 2;
  const shift = act === 'earlier' ? -size / 2 : act === 'later' ? size / 2 : 0;
  const start = middle - (middle - from) * (size / (to - from || 1)) + shift;
  return heldWindow([start, start + size], whole);
}

/** Moved onto the axis; undefined where that is all of it. */
export function heldWindow([from, to]: XWindow, [first, last]: XWindow): XWindow | undefined {
  const size = Math.min(to - from, last - first);
  if (!(size > 0) || size >= last - first) return undefined;
  const start = Math.min(last - size, Math.max(first, from));
  return [start, start + size];
}

/** Where charts side by side are read: `say` is called by the one that the pointer or the keys read. */
export interface ReadingLine {
  say: (x: number | undefined) => void;
  listen: (listener: (x: number | undefined) => void) => () => void;
}

/** What is read at the pointer, for charts side by side. Kept outside React: it changes with each move. */
export class SharedX implements ReadingLine {
  private readonly listeners = new Set<(x: number | undefined) => void>();

  say(x: number | undefined): void {
    for (const listener of this.listeners) listener(x);
  }

  listen(listener: (x: number | undefined) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** How a chart is zoomed along its x axis; charts side by side have the same. */
export interface ChartZoom {
  window: XWindow | undefined;
  /** All of the axis. */
  whole: XWindow;
  onWindow: (window: XWindow | undefined) => void;
}
