import type { Curve } from '../encoding/rollup.ts';

/** A curve's values as they travel: null where none is finite; least and greatest only where buckets hold several reports. */
export function packedValues({ min, max, last }: Curve): {
  last: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
} {
  // Buckets of one report each say everything once.
  const single = last.every((end, at) => Object.is(end, min[at]) && Object.is(end, max[at]));
  return { last: packedNumbers(last), ...(single ? {} : { min: packedNumbers(min), max: packedNumbers(max) }) };
}

export const packedNumbers = (values: readonly number[]): (number | null)[] => values.map(short);

const powers = Array.from({ length: 100 }, (_, index) => 10 ** (index - 45));

/** Values from `from` up to `to` have this scale: neighbours of a curve mostly are of one order of magnitude. */
let known = { from: 0, to: 0, scale: 1 };

/** Seven significant digits, all that single precision has: without this most of a reply would be digits of noise. */
function short(value: number): number | null {
  if (Number.isNaN(value)) return null;
  if (Number.isInteger(value)) return value;
  const size = Math.abs(value);
  if (size < known.from || size >= known.to) {
    const order = Math.floor(Math.log10(size));
    const scale = powers[51 - order];
    if (scale === undefined) return value;
    known = { from: 10 ** order, to: 10 ** (order + 1), scale };
  }
  return Math.round(value * known.scale) / known.scale;
}
