import { plainText } from './ansi.ts';
import type { LineRange } from './log-lines.tsx';
import { type LogRows, linesOf } from './log-rows.ts';
import type { LogLine, ReadLog, ReadSingle } from './log-source.ts';

/** More is for a download. */
export const MOST_COPIED = 100_000;
const AT_ONCE = { range: 2_000, single: 200 };

/** How many of the lines that are shown lie in a range. */
export const countIn = (rows: LogRows, { from, to }: LineRange): number => rows.rowOf(to + 1) - rows.rowOf(from);

/** What the lines of a range say, of those that are shown. */
export async function textOf(
  rows: LogRows,
  { from, to }: LineRange,
  read: ReadLog,
  readSingle: ReadSingle,
): Promise<string> {
  const numbers = linesOf(rows, rows.rowOf(from), rows.rowOf(to + 1) - 1);
  const { signal } = new AbortController();
  const lines: LogLine[] = [];
  for (let at = 0; at < numbers.length; ) {
    const [first = 0, end = 0] = [numbers[at], (numbers[Math.min(at + AT_ONCE.range, numbers.length) - 1] ?? 0) + 1];
    // Neighbours come by range.
    const beside = end - first === Math.min(AT_ONCE.range, numbers.length - at);
    const some = beside
      ? (await read({ from: first, count: end - first, signal })).lines
      : await readSingle({ numbers: numbers.slice(at, at + AT_ONCE.single), signal });
    // Lines that went meanwhile.
    if (some.length === 0) break;
    lines.push(...some);
    at += some.length;
  }
  return lines.map(({ text }) => `${plainText(text)}\n`).join('');
}
