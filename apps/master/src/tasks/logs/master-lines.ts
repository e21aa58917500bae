import type { RecentLog } from '#platform/log.ts';
import { filterInTurns } from './filter-in-turns.ts';
import type { LineBatch, LineRange } from './line-range.ts';
import type { NumberedLine } from './log-line.ts';

const atOnce = 1_000;

/** Lines [from, to) of the master's own log, of those it keeps, as those of a task. */
export function masterLines(log: RecentLog, from: number, to: number): NumberedLine[] {
  return log.since(from, to).map(({ id, message, timestamp, level }) => ({
    n: id,
    text: message,
    time: timestamp,
    level: level.replace('LOG_LEVEL_', ''),
    source: null,
    stdtype: null,
    rankId: null,
    agentId: null,
    containerId: null,
    allocationId: null,
  }));
}

/** The numbers of those that pass, batch by batch. */
export async function* searchMasterLines(
  log: RecentLog,
  { from, to, descending, filter, signal }: Omit<LineRange, 'taskId'>,
): AsyncGenerator<LineBatch> {
  while (from < to) {
    const lines = descending
      ? masterLines(log, Math.max(from, to - atOnce), to).reverse()
      : masterLines(log, from, Math.min(to, from + atOnce));
    if (descending) to = Math.max(from, to - atOnce);
    else from = Math.min(to, from + atOnce);
    const found = filter ? await filterInTurns(lines, filter.matches, signal) : lines;
    yield { lines: [], numbers: found.map(({ n }) => n), at: descending ? to : from };
  }
}
