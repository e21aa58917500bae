/** A place that takes any one character. */
const any = Symbol('any');
type Piece = (string | typeof any)[];

/**
 * SQL's LIKE, in time linear in the text for each piece of the pattern: `%` any text, `_` one character, a backslash takes
 * the next one as it is.
 */
export function likePattern(pattern: string): (text: string) => boolean {
  const plain = /^%([^%_\\]*)%$/.exec(pattern)?.[1];
  if (plain !== undefined) return (text) => text.includes(plain);
  const pieces = piecesOf([...pattern]);
  return (text) => matches([...text], pieces);
}

function piecesOf(signs: readonly string[]): Piece[] {
  const pieces: Piece[] = [[]];
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (sign === '%') pieces.push([]);
    else if (sign === '_') pieces.at(-1)?.push(any);
    // One at the end, which the database would refuse, takes nothing.
    else pieces.at(-1)?.push(sign === '\\' ? (signs[++at] ?? '') : sign);
  }
  return pieces;
}

/** The first piece stands at the start and the last at the end; the others as early as they can. */
function matches(text: readonly string[], pieces: readonly Piece[]): boolean {
  const [first = [], ...rest] = pieces;
  const last = rest.pop();
  if (!stands(text, 0, first)) return false;
  if (last === undefined) return text.length === first.length;
  let at = first.length;
  for (const piece of rest) {
    while (at + piece.length <= text.length && !stands(text, at, piece)) at += 1;
    at += piece.length;
  }
  return at + last.length <= text.length && stands(text, text.length - last.length, last);
}

function stands(text: readonly string[], at: number, piece: Piece): boolean {
  return at + piece.length <= text.length && piece.every((sign, i) => sign === any || sign === text[at + i]);
}
