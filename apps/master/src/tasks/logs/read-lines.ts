import type { Db } from '#platform/db/database.ts';
import { filterInTurns } from './filter-in-turns.ts';
import type { LineBatch, LineRange } from './line-range.ts';
import type { NumberedLine } from './log-line.ts';
import { readHead, readTail } from './log-store.ts';
import { readChunks } from './read-chunks.ts';

const tailAtOnce = 1_000;

/**
 * Lines [from, to) of a task, from chunks and tail, batch by batch. While it reads, lines may move from the tail into
 * chunks: numbers have no gaps, so that shows as a line missing in the tail, and the reading goes on in the chunks.
 */
export async function* readLines(db: Db, range: LineRange): AsyncGenerator<LineBatch> {
  const { taskId, descending = false } = range;
  let { from, to } = range;
  for (;;) {
    const head = await readHead(db, taskId);
    if (!head) return;
    to = Math.min(to, head.lines);
    if (from >= to) return;
    const inChunks = descending ? to <= head.sealed : from < head.sealed;
    const batches = inChunks
      ? readChunks(db, { ...range, from, to: Math.min(to, head.sealed) })
      : readTailLines(db, { ...range, from: descending ? Math.max(from, head.sealed) : from, to });
    let moved = false;
    for await (const batch of batches) {
      moved = true;
      if (descending) to = batch.at;
      else from = batch.at;
      yield batch;
      if (range.signal?.aborted) return;
    }
    // Lines that are in neither have been deleted.
    if (!moved && (await readHead(db, taskId))?.sealed === head.sealed) return;
  }
}

async function* readTailLines(
  db: Db,
  { taskId, from, to, descending, filter, numbersOnly, signal }: LineRange,
): AsyncGenerator<LineBatch> {
  while (from < to) {
    const at = descending ? to - 1 : from;
    const count = Math.min(tailAtOnce, to - from);
    const lines = await readTail(db, taskId, { at, count, descending: descending ?? false });
    if (lines[0]?.n !== at) return;
    if (descending) to -= lines.length;
    else from += lines.length;
    const found = filter ? await filterInTurns(lines, filter.matches, signal) : lines;
    yield { ...(numbersOnly ? numbersOf(found) : { lines: found }), at: descending ? to : from };
  }
}

const numbersOf = (lines: readonly NumberedLine[]) => ({ lines: [], numbers: lines.map(({ n }) => n) });
