import type { LogLine } from './log-source.ts';

/** Rows of a log that are shown as one. */
export interface Fold {
  kind: 'traceback' | 'same' | 'similar';
  /** The first of them. */
  row: number;
  count: number;
}

/** How often a line has to come in a row to be folded: exactly, or but for its numbers. */
const LEAST = { same: 3, similar: 10 };
/** A longer line is nobody's repetition. */
const LONGEST = 2_000;
/** Rows in which a traceback has to end. */
const LONGEST_TRACEBACK = 400;

type LineAt = (row: number) => LogLine | undefined;

/**
 * What can be folded of the rows from one to another, the latter not included. All of them have been read; of those behind them, as far as
 * a traceback goes on there. Repeats end at the last.
 * @param end the row behind the last there is
 */
export function findFolds(lineAt: LineAt, from: number, to: number, end: number): { folds: Fold[]; unsure: boolean } {
  const folds: Fold[] = [];
  let unsure = false;
  let repeats = from;
  for (let row = from; row < to; row++) {
    const first = lineAt(row);
    if (!first?.text.trimEnd().endsWith(HEAD)) continue;
    const found = traceback(first, lineAt, row, end);
    unsure ||= found.unsure;
    if (found.behind === undefined) continue;
    folds.push(...repeatsIn(lineAt, repeats, row), { kind: 'traceback', row, count: found.behind - row });
    repeats = found.behind;
    row = repeats - 1;
  }
  folds.push(...repeatsIn(lineAt, repeats, to));
  return { folds, unsure };
}

const HEAD = 'Traceback (most recent call last):';
/** One that led to another, said between their tracebacks. */
const LINK = /^(?:During handling of the above exception, another|The above exception was the direct cause of)/;
/** The line that ends a traceback: an exception's name, mostly with what it says. */
const LAST = /^[A-Za-z_][\w.]*(?::(?:\s|$)|$)/;

/** The row behind a traceback, if it ends; and whether lines that have not been read or written could say otherwise. */
function traceback(first: LogLine, lineAt: LineAt, head: number, end: number) {
  // What a launcher of several ranks puts before each line: "[rank0]: Traceback".
  const before = first.text.trimEnd().slice(0, -HEAD.length);
  const rest = ({ text }: LogLine) => (text.startsWith(before) ? text.slice(before.length) : text).trimEnd();
  let behind: number | undefined;
  for (let row = head + 1; row < head + LONGEST_TRACEBACK; row++) {
    const line = row < end ? lineAt(row) : undefined;
    if (!line) return { behind, unsure: true };
    if (line.rank !== first.rank) break;
    const text = rest(line);
    if (text === '') continue;
    if (behind !== undefined) {
      // Behind its end only what it led to belongs to it, after an empty line.
      if (!LINK.test(text)) break;
      behind = undefined;
    } else if (LAST.test(text)) behind = row + 1;
    else if (!/^\s/.test(text) && !text.endsWith(HEAD)) break;
  }
  return { behind, unsure: false };
}

/** Lines that come several times in a row. */
function repeatsIn(lineAt: LineAt, from: number, to: number): Fold[] {
  return runs(from, to, (row) => likeness(lineAt(row))).flatMap(({ row, count }): Fold[] => {
    const same = runs(row, row + count, (one) => lineAt(one)?.text.trimEnd());
    if (count >= LEAST.similar && same.length > 1) return [{ kind: 'similar', row, count }];
    return same.filter((one) => one.count >= LEAST.same).map((one) => ({ kind: 'same', ...one }));
  });
}

/** Stretches of one value; rows without one are in none. */
function runs(from: number, to: number, wordOf: (row: number) => string | undefined) {
  const found: { row: number; count: number }[] = [];
  for (let row = from; row < to; ) {
    const value = wordOf(row);
    let next = row + 1;
    if (value !== undefined) {
      while (next < to && wordOf(next) === value) next++;
      found.push({ row, count: next - row });
    }
    row = next;
  }
  return found;
}

const NUMBERS = /0x[\da-f]+|\d+(?:[.,:]\d+)*(?:e[+-]?\d+)?/gi;
/** What a progress bar is drawn of, and the room that numbers leave. */
const BARS = /[\s\u2580-\u259f#=>]+/g;

/** UUIDs and hashes; a number has no letter but `e`. */
const NAMES = /\b(?=[a-f-]*\d)(?=[\de-]*[abcdf])[\da-f]{8,}(?:-[\da-f]{4}){0,3}(?:-[\da-f]{12})?\b/gi;

/** A text with no numbers of its own, nor names that are made of them. */
export const withoutNumbers = (text: string): string =>
  text.replace(NAMES, '0').replace(NUMBERS, '0').replace(BARS, ' ').trim();

/** A line's level and text without its numbers, asked for again and again; undefined for one that is never folded. */
export function likeness(line: LogLine | undefined): string | undefined {
  if (!line || line.text.length > LONGEST || line.text.trim() === '') return undefined;
  line.likeness ??= shared(`${line.level} ${withoutNumbers(line.text)}`);
  return line.likeness;
}

/** Texts that lines may have in common. */
const texts = new Map<string, string>();
const MOST_TEXTS = 1_000;

/** The same text for all that have it: tens of thousands of lines are kept, and most are like others. */
function shared(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}
