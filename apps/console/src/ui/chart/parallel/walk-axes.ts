import { cellText, type Dimension } from '../points/dimension.ts';
import { type Brushes, brushWords, withBrush } from './brush.ts';
import type { ParallelModel } from './parallel-lines.ts';

/** What keys go by. */
interface Walk {
  all: readonly Dimension[];
  model: ParallelModel;
  /** Rows inside the ranges, best first. */
  kept: readonly number[];
  brushes: Brushes;
  /** The axis that keys speak of. */
  current: number;
  read: number | undefined;
  /** The row that is read, or the best. */
  shown: number | undefined;
  nameOf: (row: number) => string;
}

/** What a key changes, and what is said of it. */
interface Step {
  current?: number;
  read?: number | undefined;
  brushes?: Brushes;
  say?: string;
}

const MOVE = 0.05;
/** A range that is set by a key is so much of its axis, and at least so much. */
const USUAL = 0.25;
const LEAST = 0.1;

export function rowWords(all: readonly Dimension[], nameOf: (row: number) => string, row: number): string {
  return `${nameOf(row)}, ${all.map((one) => `${one.name} ${cellText(one.values[row])}`).join(', ')}`;
}

/** Left and right go from axis to axis, up and down from row to row by rank; Enter sets and takes a range, Shift moves it, + and - size it. */
export function walkAxes(walk: Walk, { key, shiftKey }: { key: string; shiftKey: boolean }): Step | undefined {
  const { all, model, kept, brushes, current, read, shown, nameOf } = walk;
  const axis = model.axes[current];
  if (!axis) return undefined;
  const brush = brushes[axis.name];
  const ranged = (next: readonly [number, number] | undefined): Step => {
    const changed = withBrush(brushes, axis.name, next);
    return { brushes: changed, say: brushWords(model.axes, changed) || 'No range' };
  };
  const up = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  if (up !== 0 && shiftKey) return brush && ranged(moved(brush, up * MOVE));
  if (up !== 0) {
    const next =
      kept[Math.min(kept.length - 1, Math.max(0, kept.indexOf(shown ?? -1) - (read === undefined ? 0 : up)))];
    return { read: next, say: next === undefined ? '' : rowWords(all, nameOf, next) };
  }
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const next = Math.min(all.length - 1, Math.max(0, current + (key === 'ArrowRight' ? 1 : -1)));
      const { name = '', values = [] } = all[next] ?? {};
      return {
        current: next,
        say: shown === undefined ? name : `${name}, ${nameOf(shown)} ${cellText(values[shown])}`,
      };
    }
    case '+':
      return brush && ranged([brush[0] - MOVE, brush[1] + MOVE]);
    case '-':
      return brush && brush[1] - brush[0] - 2 * MOVE >= LEAST - 1e-9
        ? ranged([brush[0] + MOVE, brush[1] - MOVE])
        : undefined;
    case 'Enter': {
      const middle = (shown === undefined ? undefined : model.places[shown]?.[current]) ?? 0.5;
      return ranged(brush ? undefined : [middle - USUAL / 2, middle + USUAL / 2]);
    }
    case 'Escape':
      if (read !== undefined) return { read: undefined };
      return Object.keys(brushes).length > 0 ? { brushes: {}, say: 'No range' } : undefined;
    default:
      return undefined;
  }
}

/** As wide as before, as far as the axis goes. */
function moved([from, to]: readonly [number, number], by: number): [number, number] {
  const step = Math.max(-from, Math.min(1 - to, by));
  return [from + step, to + step];
}
