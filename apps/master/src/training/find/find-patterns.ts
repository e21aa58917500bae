/** One word that is looked for: what holds any of these patterns (of SQL's LIKE, in small letters) has it. */
export interface Pattern {
  word: string;
  anyOf: string[];
}

const mostWords = 8;
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * A pattern a word of the text. `nearly`: also what has one letter too many, too few or another one in its place, or all letters of the
 * word in their order with others between, as short forms have them.
 */
export function patternsOf(text: string, nearly?: 'nearly'): Pattern[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  return words.map((word) => ({ word, anyOf: nearly ? nearlyAs(word) : [`%${escaped(word)}%`] }));
}

function nearlyAs(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3) return [`%${escaped(word)}%`];
  const spread = `%${letters.map(escaped).join('%')}%`;
  // Longer ones are hardly typed by hand.
  if (letters.length < 4 || letters.length > 24) return [spread];
  const typos = letters.flatMap((_, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)].map((part) => escaped(part.join('')));
    return [`%${before}_${after}%`, `%${before}${after}%`, `%${before}_${escaped(letters[at] ?? '')}${after}%`];
  });
  return [...new Set([spread, ...typos])];
}

/** Whether an index of three letters each can be asked for it. */
export function indexableWords({ word, anyOf }: Pattern): boolean {
  return anyOf.length === 1 && /[\p{L}\p{N}]{3}/u.test(word);
}
