/**
 * A series of numbers with gaps (`undefined`), without loss. Each value is XORed with the one before it, so that what
 * neighbours share becomes zeros, and the bytes are grouped by their place in the value, which compresses better.
 * First byte: 1 = every value is exactly a 32-bit float, 2 = there are gaps (a bitmap follows).
 */
export function encodeFloats(values: readonly (number | undefined)[]): Uint8Array {
  const present = values.filter((value) => value !== undefined);
  const single = present.every((value) => Object.is(Math.fround(value), value));
  const gaps = present.length < values.length;
  const map = gaps ? presenceMap(values) : new Uint8Array(0);
  const words = new Uint32Array(single ? Float32Array.from(present).buffer : Float64Array.from(present).buffer);
  const width = single ? 4 : 8;
  const lanes = single ? 1 : 2;
  for (let index = words.length - 1; index >= lanes; index -= 1) {
    words[index] = at(words, index) ^ at(words, index - lanes);
  }
  const plain = new Uint8Array(words.buffer);
  const result = new Uint8Array(1 + map.length + plain.length);
  result[0] = (single ? 1 : 0) | (gaps ? 2 : 0);
  result.set(map, 1);
  let to = 1 + map.length;
  for (let place = 0; place < width; place += 1) {
    for (let from = place; from < plain.length; from += width) result[to++] = at(plain, from);
  }
  return result;
}

export function decodeFloats(bytes: Uint8Array, count: number): (number | undefined)[] {
  const flags = at(bytes, 0);
  const width = flags & 1 ? 4 : 8;
  const lanes = width / 4;
  const mapLength = flags & 2 ? Math.ceil(count / 8) : 0;
  const start = 1 + mapLength;
  const length = bytes.length - start;
  const plain = new Uint8Array(length);
  let from = start;
  for (let place = 0; place < width; place += 1) {
    for (let to = place; to < length; to += width, from += 1) plain[to] = at(bytes, from);
  }
  const words = new Uint32Array(plain.buffer);
  for (let index = lanes; index < words.length; index += 1) words[index] = at(words, index) ^ at(words, index - lanes);
  const numbers = width === 4 ? new Float32Array(plain.buffer) : new Float64Array(plain.buffer);
  const values: (number | undefined)[] = new Array(count);
  if (mapLength === 0) {
    // `Array.from` goes through an iterator.
    for (let index = 0; index < count; index += 1) values[index] = numbers[index];
    return values;
  }
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const there = (at(bytes, 1 + (index >> 3)) >> (index & 7)) & 1;
    values[index] = there ? numbers[next++] : undefined;
  }
  return values;
}

function presenceMap(values: readonly (number | undefined)[]): Uint8Array {
  const map = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (value !== undefined) map[index >> 3] = at(map, index >> 3) | (1 << (index & 7));
  });
  return map;
}

// Indexes here are always inside; the compiler cannot know.
function at(array: Uint8Array | Uint32Array, index: number): number {
  return array[index] ?? 0;
}
