// A noncharacter of Unicode: for use inside a program, never in what is exchanged.
const mark = '\ufdd0';

/** A line's text as a row holds it: PostgreSQL's text takes no NUL, so mark and 0 stand for it, mark and 1 for the mark. */
export function storedText(text: string): string {
  if (!text.includes('\0') && !text.includes(mark)) return text;
  return text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`);
}

/** The text as it came. Sealed lines hold it as it is: they are never asked this. */
export function readText(stored: string): string {
  return stored.includes(mark) ? stored.replaceAll(/\ufdd0([01])/g, (_, sign) => (sign === '0' ? '\0' : mark)) : stored;
}
