import { heldWindow, movedWindow, type XWindow } from '../x-window.ts';

/** What of the window a pointer has hold of; `new` draws another. */
export type StripGrip = 'from' | 'to' | 'move' | 'new';

/** Width in which an edge is held, as a share of the strip. */
export function gripAt(at: number, now: XWindow | undefined, whole: XWindow, reach: number): StripGrip {
  const [from, to] = now ?? whole;
  const near = reach * (whole[1] - whole[0]);
  const [left, right] = [Math.abs(at - from), Math.abs(at - to)];
  if (left <= near || right <= near) return left <= right ? 'from' : 'to';
  return now && at > from && at < to ? 'move' : 'new';
}

/** The window after what was held at `start` came to `at`; undefined is all of it. */
export function draggedWindow(
  grip: StripGrip,
  { start, at }: { start: number; at: number },
  now: XWindow | undefined,
  whole: XWindow,
): XWindow | undefined {
  const [from, to] = now ?? whole;
  const place = Math.min(whole[1], Math.max(whole[0], at));
  const ends: Record<StripGrip, readonly [number, number]> = {
    from: [place, to],
    to: [from, place],
    new: [start, place],
    move: [from + at - start, to + at - start],
  };
  const [one, other] = ends[grip];
  return heldWindow([Math.min(one, other), Math.max(one, other)], whole);
}

/** A key moves it by a tenth, or by all of its length; sizes it by half; shows all again. Null: not one of its keys. */
export function keyedWindow(key: string, now: XWindow | undefined, whole: XWindow): XWindow | undefined | null {
  const [from, to] = now ?? whole;
  const moved = (by: number) => heldWindow([from + by * (to - from), to + by * (to - from)], whole);
  switch (key) {
    case 'ArrowLeft':
      return moved(-0.1);
    case 'ArrowRight':
      return moved(0.1);
    case 'PageUp':
      return moved(-1);
    case 'PageDown':
      return moved(1);
    case 'Home':
      return heldWindow([whole[0], whole[0] + to - from], whole);
    case 'End':
      return heldWindow([whole[1] - (to - from), whole[1]], whole);
    case '+':
    case '=':
      return movedWindow(now, whole, 'in');
    case '-':
      return movedWindow(now, whole, 'out');
    case '0':
      return undefined;
    default:
      return null;
  }
}
