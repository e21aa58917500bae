import type { Hparams, NestedSpace, Space } from './hyperparameter-space.ts';
import { SearchError } from './search-error.ts';

/** The points of a grid, computed one at a time: a grid of a million points costs no more than its axes. */
export interface HyperparameterGrid {
  size: number;
  /** Point `index` of the product in which the first axis varies slowest. */
  point(index: number): Hparams;
}

type Axis = readonly unknown[];

export function hyperparameterGrid(space: NestedSpace): HyperparameterGrid {
  const axes = axesOf(space);
  // No hyperparameters at all make an empty grid, not the one empty point of the mathematical product.
  const size = space.members.length === 0 ? 0 : axes.reduce((product, axis) => product * axis.length, 1);
  if (!Number.isSafeInteger(size)) throw new SearchError('the grid has too many points');
  return { size, point: (index) => pointOf(space, axes, index) };
}

function pointOf(space: NestedSpace, axes: readonly Axis[], index: number): Hparams {
  let rest = index;
  const values: unknown[] = new Array(axes.length);
  for (const [i, axis] of [...axes.entries()].reverse()) {
    values[i] = axis[rest % axis.length];
    rest = Math.floor(rest / axis.length);
  }
  return placeNested(space, values.values());
}

/** Axes in the order of the space, nested members in place; the values are put back in that same order. */
function axesOf(space: NestedSpace): Axis[] {
  return space.members.flatMap(([name, member]) =>
    member.type === 'nested' ? axesOf(member) : [axisOf(name, member)],
  );
}

function placeNested(space: NestedSpace, values: Iterator<unknown>): Hparams {
  return Object.fromEntries(
    space.members.map(([name, member]) => [
      name,
      member.type === 'nested' ? placeNested(member, values) : values.next().value,
    ]),
  );
}

function axisOf(name: string, space: Exclude<Space, NestedSpace>): Axis {
  switch (space.type) {
    case 'const':
      return [space.val];
    case 'categorical':
      return space.vals;
    case 'int': {
      const whole = space.maxval - space.minval + 1;
      return spread({ ...space, count: Math.min(countOf(name, space.count), whole) }).map(roundHalfAway);
    }
    case 'double':
      return spread({ ...space, count: countOf(name, space.count) });
    case 'log':
      return spread({ ...space, count: countOf(name, space.count) }).map((exponent) => space.base ** exponent);
  }
}

function spread({ minval, maxval, count }: { minval: number; maxval: number; count: number }): number[] {
  if (count === 1) return [(minval + maxval) / 2];
  return Array.from({ length: count }, (_, i) => minval + (i * (maxval - minval)) / (count - 1));
}

function roundHalfAway(value: number): number {
  // `+ 0` makes an ordinary zero of a negative one.
  return Math.sign(value) * Math.round(Math.abs(value)) + 0;
}

function countOf(name: string, count: number | null): number {
  if (count === null) throw new SearchError(`hyperparameter ${name}: a grid search needs its count`);
  return count;
}
