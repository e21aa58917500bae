import { formatCount } from './numbers.ts';

/** "1 trial", "1,204 trials". Give the plural where it is not the word with an s. */
export function plural(count: number, word: string, many = manyOf(word)): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

/** Of an English word that ends as usual: "search" → "searches". */
export const manyOf = (word: string): string => (/(?:ch|sh|s|x)$/.test(word) ? `${word}es` : `${word}s`);

/** Longest name of a metric in titles, heads and menus. */
const LABEL_LENGTH = 30;

/** Cuts at a number of characters and says so with an ellipsis that is counted. */
export function truncate(text: string, length = LABEL_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Whether the trimmed text has between min and max characters. */
export function hasLength(text: string, min = 1, max = 80): boolean {
  const { length } = text.trim();
  return length >= min && length <= max;
}
