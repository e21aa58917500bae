/**
 * Long lists of numbers as they travel: a letter for their kind, then base64 of their bytes, little endian. `i` are whole numbers of 32
 * bits, `d` double precision, `s` single precision, in which NaN stands for what is not finite. As JSON a hundred curves would cost more
 * to write and to read than all else about them.
 */
export type PackedNumbers = string;

const kinds = { i: Int32Array, d: Float64Array, s: Float32Array };

/** What `i` and `d` say. */
export function unpackNumbers(packed: PackedNumbers): number[] {
  const read = bare(packed);
  // By index, as all that goes over the points of a hundred curves: it costs half of what an iterator does.
  const numbers = new Array<number>(read.length);
  for (let at = 0; at < read.length; at++) numbers[at] = read[at] ?? 0;
  return numbers;
}

/** What `s` says, with the seven significant digits that single precision has; null for what is not finite. */
export function unpackValues(packed: PackedNumbers): (number | null)[] {
  const singles = bare(packed);
  const values = new Array<number | null>(singles.length);
  for (let at = 0; at < singles.length; at++) values[at] = short(singles[at] ?? Number.NaN);
  return values;
}

function bare(packed: PackedNumbers): Int32Array | Float64Array | Float32Array {
  const kind = packed[0];
  if (kind !== 'i' && kind !== 'd' && kind !== 's') throw new Error(`numbers of no known kind: ${packed.slice(0, 20)}`);
  const bytes = bytesOf(packed.slice(1));
  return new kinds[kind](bytes.buffer, 0, bytes.length / kinds[kind].BYTES_PER_ELEMENT);
}

/** Newer browsers do it by themselves. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if ('fromBase64' in Uint8Array) return (Uint8Array as unknown as Base64Reader).fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** TypeScript's library does not know it yet (ES2026). */
interface Base64Reader {
  fromBase64: (text: string) => Uint8Array<ArrayBuffer>;
}

const powers = Array.from({ length: 100 }, (_, index) => 10 ** (index - 45));

/** Values from `from` up to `to` have this scale: neighbours of a curve mostly are of one order of magnitude. */
let known = { from: 0, to: 0, scale: 1 };

/** Without this each would end in digits of noise. */
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
