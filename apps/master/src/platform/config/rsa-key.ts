import type { JsonWebKey } from 'node:crypto';

const leastBits = 2_048;

/** `{"N": <decimal>, "E": <number>}`, as Go writes an RSA public key; undefined for anything else and for short ones. */
export function readRsaKey(text: string): JsonWebKey | undefined {
  const modulus = /"N"\s*:\s*"?(\d{1,5000})"?\s*[,}]/.exec(text)?.[1];
  const exponent = Number(/"E"\s*:\s*(\d{1,10})\s*[,}]/.exec(text)?.[1]);
  if (modulus === undefined || !Number.isSafeInteger(exponent) || exponent < 3) return undefined;
  const number = BigInt(modulus);
  if (number.toString(2).length < leastBits) return undefined;
  return { kty: 'RSA', n: base64url(number), e: base64url(BigInt(exponent)) };
}

function base64url(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
}
