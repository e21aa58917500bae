import { valuesAt } from '@determined/contract/wire/bytes-fields.ts';
import { readBase64 } from '@determined/contract/wire/decode.ts';
import { FieldProblem } from '@determined/contract/wire/field-problem.ts';
import { parseLargeJsonBody } from '@determined/contract/wire/parse-json.ts';
import { Moving } from './moving.ts';

/**
 * The value of a large body in UTF-8, whose pieces these are. What stands as base64 text in its bytes fields
 * (`bytesFields`) comes as bytes: they can be moved, the text would have to be copied. Throws InvalidArgument.
 */
export default function readJsonBytes({ pieces, bytes }: { pieces: Uint8Array[]; bytes: string[][] }): Moving<unknown> {
  const value = parseLargeJsonBody(Buffer.concat(pieces).toString('utf8'));
  const found = bytes
    .flatMap((path) => [...valuesAt(value, path)])
    .flatMap(({ value: text, set }) => {
      const content = bytesOf(text);
      return content ? [{ content, set }] : [];
    });
  // All in one memory: a hundred thousand files are moved as fast as one.
  const memory = new ArrayBuffer(found.reduce((size, { content }) => size + content.length, 0));
  let at = 0;
  for (const { content, set } of found) {
    const place = new Uint8Array(memory, at, content.length);
    place.set(content);
    set(place);
    at += content.length;
  }
  return new Moving(value, [memory]);
}

/** Nothing of what is no base64 text: whoever reads the request says so. */
function bytesOf(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const known = readBase64(text);
    return typeof known === 'string' ? Buffer.from(known, 'base64') : known;
  } catch (error) {
    if (error instanceof FieldProblem) return undefined;
    throw error;
  }
}
