/**
 * Series of whole numbers (up to 2^52 apart) as the differences between neighbours, each in as few bytes as it needs:
 * seven bits a byte, least first, the sign in the lowest bit.
 */
export function encodeIntegers(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8 + 8);
  let at = 0;
  let previous = 0;
  for (const value of values) {
    const difference = value - previous;
    previous = value;
    let rest = difference < 0 ? -difference * 2 - 1 : difference * 2;
    while (rest >= 128) {
      bytes[at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    bytes[at++] = rest;
  }
  return bytes.subarray(0, at);
}

export interface Cursor {
  bytes: Uint8Array;
  at: number;
}

/** Reads `count` numbers from the cursor on and moves it behind them. */
export function decodeIntegers(cursor: Cursor, count: number): number[] {
  const values = new Array<number>(count);
  const { bytes } = cursor;
  let { at } = cursor;
  let previous = 0;
  for (let index = 0; index < count; index += 1) {
    let value = 0;
    let shift = 0;
    let byte = bytes[at++] ?? 0;
    // Whole numbers of 32 bits are the quick ones; few differences need more.
    while (byte >= 128 && shift < 21) {
      value |= (byte & 127) << shift;
      shift += 7;
      byte = bytes[at++] ?? 0;
    }
    let scale = 2 ** shift;
    while (byte >= 128) {
      value += (byte - 128) * scale;
      scale *= 128;
      byte = bytes[at++] ?? 0;
    }
    value += byte * scale;
    previous += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    values[index] = previous;
  }
  if (at > bytes.length) throw new Error('a series of whole numbers is cut short');
  cursor.at = at;
  return values;
}
