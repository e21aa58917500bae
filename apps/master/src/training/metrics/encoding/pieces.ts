import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Shorter ones do not get any shorter, and setting up a compressor costs more than all the rest of a short series. */
const worthDeflating = 64;
/** Of what is left after it, or reading costs more than the disk that is saved: noise hardly gets shorter. */
const worthInflating = 0.8;
/** What one stored block can have. */
const mostStored = 65_535;
const storedHead = 5;
/** The first byte of a last block that is stored as it is; of no other. */
const lastStored = 1;

/** A piece as raw deflate (RFC 1951): compressed where that is worth it, else one stored block. */
export function deflated(bytes: Uint8Array): Uint8Array {
  if (bytes.length < worthDeflating) return stored(bytes);
  const shorter = deflateRawSync(bytes);
  return shorter.length > bytes.length * worthInflating && bytes.length <= mostStored ? stored(bytes) : shorter;
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
