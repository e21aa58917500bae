/** The client's salt: fixed, public, the same in the command line client (facts: sign-in). */
const salt = 'GubPEmmotfiK9TMD6Zdw';

/** What is sent in a password's place: hex SHA-512 of salt and password. A blank password stays blank. */
export async function hashPassword(password: string): Promise<string> {
  if (password === '') return '';
  const bytes = new TextEncoder().encode(salt + password);
  return [...(await sha512(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Browsers offer crypto.subtle on https and localhost only; a cluster on a plain address needs a digest of its own.
async function sha512(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-512', bytes));
  const { sha512: digest } = await import('@noble/hashes/sha2.js');
  return digest(bytes);
}
