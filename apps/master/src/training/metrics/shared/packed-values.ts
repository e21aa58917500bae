import type { PackedNumbers } from '@determined/contract/training/packed-numbers.ts';
import type { Curve } from '../encoding/rollup.ts';

/** A curve's values as they travel; least and greatest only where buckets hold several reports. */
export function packedValues({ min, max, last }: Curve): {
  last: PackedNumbers;
  min?: PackedNumbers;
  max?: PackedNumbers;
} {
  // Buckets of one report each say everything once.
  const single = last.every((end, at) => Object.is(end, min[at]) && Object.is(end, max[at]));
  return { last: packedSingles(last), ...(single ? {} : { min: packedSingles(min), max: packedSingles(max) }) };
}

/** A curve's values have no more than single precision. */
export const packedSingles = (values: readonly number[]): PackedNumbers => packed('s', Float32Array.from(values));

/** Where the values stand: batches, or times and epochs. */
export function packedPlaces(places: readonly number[]): PackedNumbers {
  return places.every((place) => (place | 0) === place)
    ? packed('i', Int32Array.from(places))
    : packed('d', Float64Array.from(places));
}

const packed = (kind: string, { buffer }: { buffer: ArrayBuffer }): PackedNumbers =>
  kind + Buffer.from(buffer).toString('base64');
