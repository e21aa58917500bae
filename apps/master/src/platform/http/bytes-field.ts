/** The JSON of a reply that is one field of bytes, piece by piece. */
export async function* bytesField(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:"`;
  // Base64 is whole at every third byte.
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = all.length - (all.length % 3);
    rest = all.subarray(end);
    if (end > 0) yield all.toString('base64', 0, end);
  }
  yield `${rest.toString('base64')}"}`;
}
