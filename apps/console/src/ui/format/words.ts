import { formatCount } from './numbers.ts';

/** "1 trial", "1,204 trials". Give the plural where it is not the word with an s. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

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
