import type { LogLine, ReadLog } from '../log-source.ts';

/** So many lines of each end are compared. */
export const MOST_COMPARED = 5_000;
const AT_ONCE = 1_000;

/** A log, or its first and last lines. */
export interface LogEnds {
  lines: LogLine[];
  total: number;
  /** What is left out: before which of the lines it lies, the first line and the last. */
  cut: { at: number; from: number; to: number } | undefined;
}

/** @param tell told how many lines have been read of how many */
export async function readEnds(
  read: ReadLog,
  signal: AbortSignal,
  tell: (read: number, of: number) => void,
  most = MOST_COMPARED,
): Promise<LogEnds> {
  const lines: LogLine[] = [];
  let total = Number.POSITIVE_INFINITY;
  let cut: LogEnds['cut'];
  // What is written meanwhile is not compared.
  for (let from = 0; from < total; ) {
    const to = cut || total <= 2 * most ? total : most;
    const range = await read({ from, count: Math.min(AT_ONCE, to - from), signal });
    if (total === Number.POSITIVE_INFINITY) total = range.total;
    lines.push(...range.lines);
    // Lines that went meanwhile.
    if (range.lines.length === 0) break;
    from += range.lines.length;
    if (!cut && from >= most && total > 2 * most) {
      cut = { at: lines.length, from, to: total - most - 1 };
      from = total - most;
    }
    tell(lines.length, Math.min(total, 2 * most));
  }
  return { lines, total, cut };
}
