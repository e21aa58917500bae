import type { Curve } from '../encoding/rollup.ts';

/** A curve's values as they travel: null where none is finite; least and greatest only where buckets hold several reports. */
export function packedValues({ min, max, last }: Curve): {
  last: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
} {
  // Buckets of one report each say everything once.
  const single = last.every((end, at) => Object.is(end, min[at]) && Object.is(end, max[at]));
  return { last: last.map(short), ...(single ? {} : { min: min.map(short), max: max.map(short) }) };
}

const powers = Array.from({ length: 100 }, (_, index) => 10 ** (index - 45));

/** Seven significant digits, all that single precision has: without this most of a reply would be digits of noise. */
function short(value: number): number | null {
  if (Number.isNaN(value)) return null;
  if (Number.isInteger(value)) return value;
  const scale = powers[51 - Math.floor(Math.log10(Math.abs(value)))];
  return scale === undefined ? value : Math.round(value * scale) / scale;
}
