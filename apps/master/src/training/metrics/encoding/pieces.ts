import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Of what is left after it, or reading costs more than the disk that is saved: noise hardly gets shorter. */
const worthInflating = 0.8;
/** Bytes that are worth setting up what inflates: the roll-up of a chunk is read so in half the time. */
const fewestSaved = 256;
/** What one stored block can have. */
const mostStored = 65_535;
const storedHead = 5;
/** The first byte of a last block that is stored as it is; of no other. */
const lastStored = 1;

/** A piece as raw deflate (RFC 1951): compressed where that is worth it, else one stored block. */
export function deflated(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= fewestSaved) return stored(bytes);
  const shorter = deflateRawSync(bytes);
  if (bytes.length > mostStored) return shorter;
  const least = Math.min(bytes.length * worthInflating, bytes.length - fewestSaved);
  return shorter.length > least ? stored(bytes) : shorter;
}

export function inflated(piece: Uint8Array): Uint8Array {
  return piece[0] === lastStored ? piece.subarray(storedHead) : inflateRawSync(piece);
}

/** RFC 1951, 3.2.4: its length, and the complement of that. */
function stored(bytes: Uint8Array): Uint8Array {
  const piece = new Uint8Array(storedHead + bytes.length);
  const [low, high] = [bytes.length & 255, bytes.length >> 8];
  piece.set([lastStored, low, high, 255 - low, 255 - high]);
  piece.set(bytes, storedHead);
  return piece;
}
