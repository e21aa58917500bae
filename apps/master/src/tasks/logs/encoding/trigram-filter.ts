/** Of the largest filter, which is what one position is counted in. */
const mostBits = 32_768;
const fewestBits = 512;
/** Of a hundred trigrams that a chunk does not have, some 9 are taken for there when this share of the bits is set. */
const mostSet = 0.3;
/** Trigrams that a search asks for at most: more of them skip no more. */
const mostAsked = 24;

/**
 * A text in the form in which trigrams are taken: characters are folded one by one, so that what is part of a text is
 * part of it also when both are folded. (A final sigma alone is folded by what stands around it.)
 */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Mixes three UTF-16 units into 32 bits, of which the lower and the upper half are a position each. */
function hash(first: number, second: number, third: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca77) ^ Math.imul(third, 0xc2b2ae3d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}

const upper = 16;

/**
 * A Bloom filter over the trigrams of a text without regard to case: two bits each, the lowest bit of a byte first. As
 * short as it is worth: a filter half as long has its two halves on top of each other.
 */
export function trigramFilter(text: string): Buffer {
  const units = folded(text);
  let bytes: Buffer = Buffer.alloc(mostBits / 8);
  let [first, second] = [units.charCodeAt(0), units.charCodeAt(1)];
  for (let at = 2; at < units.length; at++) {
    const third = units.charCodeAt(at);
    const mixed = hash(first, second, third);
    set(bytes, mixed & (mostBits - 1));
    set(bytes, (mixed >>> upper) & (mostBits - 1));
    first = second;
    second = third;
  }
  while (bytes.length * 8 > fewestBits) {
    const half = halved(bytes);
    if (shareSet(half) > mostSet) break;
    bytes = half;
  }
  return bytes;
}

/**
 * The bits, counted in the largest filter, that are set where a text may have this part; none for a short one. In a
 * shorter filter it is the rest by its length.
 */
export function trigramPositions(part: string): number[] {
  const units = folded(part);
  const positions = new Set<number>();
  for (let at = 2; at < units.length && at < mostAsked + 2; at++) {
    const mixed = hash(units.charCodeAt(at - 2), units.charCodeAt(at - 1), units.charCodeAt(at));
    positions.add(mixed & (mostBits - 1));
    positions.add((mixed >>> upper) & (mostBits - 1));
  }
  return [...positions];
}

function set(bytes: Buffer, position: number): void {
  bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (1 << (position & 7));
}

function halved(bytes: Buffer): Buffer {
  const half = Buffer.from(bytes.subarray(0, bytes.length / 2));
  for (let at = 0; at < half.length; at++) half[at] = (half[at] ?? 0) | (bytes[half.length + at] ?? 0);
  return half;
}

function shareSet(bytes: Buffer): number {
  let count = 0;
  for (let byte of bytes) for (; byte !== 0; byte &= byte - 1) count++;
  return count / (bytes.length * 8);
}
