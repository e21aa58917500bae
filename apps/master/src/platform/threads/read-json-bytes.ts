import { parseLargeJsonBody } from '@determined/contract/wire/parse-json.ts';

/** The value of a large body in UTF-8. Throws InvalidArgument. */
export default function readJsonBytes(bytes: Uint8Array): unknown {
  return parseLargeJsonBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
