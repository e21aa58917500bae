import type { Db } from '#platform/db/database.ts';
import { decodeChunk } from './encoding/log-chunk.ts';
import type { NumberedLine } from './log-line.ts';
import { readHead, readTail } from './log-store.ts';
import type { LogFilter } from './shared/log-filter.ts';

/** Chunks whose facts are read at once; their lines are read one chunk at a time. */
const chunksAtOnce = 64;
const tailAtOnce = 1_000;

/** Lines of a batch that match, and where the reading stands: every line before (or, descending, after) is done. */
export interface LineBatch {
  lines: NumberedLine[];
  at: number;
}

export interface LineRange {
  taskId: string;
  /** The first line and the one after the last. */
  from: number;
  to: number;
  descending?: boolean;
  filter?: LogFilter | undefined;
}

/**
 * Lines [from, to) of a task, from chunks and tail, batch by batch. While it reads, lines may move from the tail into
 * chunks: numbers have no gaps, so that shows as a line missing in the tail, and the reading goes on in the chunks.
 */
export async function* readLines(db: Db, range: LineRange): AsyncGenerator<LineBatch> {
  const { taskId, filter, descending = false } = range;
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
    for await (const { lines, at } of batches) {
      moved = true;
      if (descending) to = at;
      else from = at;
      yield { lines: filter ? await matching(lines, filter) : lines, at };
    }
    // Lines that are in neither have been deleted.
    if (!moved && (await readHead(db, taskId))?.sealed === head.sealed) return;
  }
}

const turnMs = 5;

/** Others get their turn in between: a search may cost each line much. */
async function matching(lines: readonly NumberedLine[], filter: LogFilter): Promise<NumberedLine[]> {
  const found: NumberedLine[] = [];
  let turnEnds = performance.now() + turnMs;
  for (const line of lines) {
    if (filter.matches(line)) found.push(line);
    if (performance.now() < turnEnds) continue;
    await new Promise(setImmediate);
    turnEnds = performance.now() + turnMs;
  }
  return found;
}

async function* readTailLines(db: Db, { taskId, from, to, descending }: LineRange): AsyncGenerator<LineBatch> {
  while (from < to) {
    const at = descending ? to - 1 : from;
    const count = Math.min(tailAtOnce, to - from);
    const lines = await readTail(db, taskId, { at, count, descending: descending ?? false });
    if (lines[0]?.n !== at) return;
    if (descending) to -= lines.length;
    else from += lines.length;
    yield { lines, at: descending ? to : from };
  }
}

async function* readChunks(db: Db, { taskId, from, to, descending, filter }: LineRange): AsyncGenerator<LineBatch> {
  while (from < to) {
    const chunks = await db
      .selectFrom('task_log_chunks')
      .select([
        'first_line',
        'end_line',
        'min_time',
        'max_time',
        'levels',
        'sources',
        'stdtypes',
        'allocation_ids',
        'agent_ids',
        'container_ids',
        'rank_ids',
        'unranked',
      ])
      .where('task_id', '=', taskId)
      .where('end_line', '>', from)
      .where('first_line', '<', to)
      .orderBy('end_line', descending ? 'desc' : 'asc')
      .limit(chunksAtOnce)
      .execute();
    if (chunks.length === 0) return;
    for (const chunk of chunks) {
      const lines =
        filter && !filter.mayMatch(chunk)
          ? []
          : await readChunk(db, taskId, chunk.first_line, chunk.end_line, from, to);
      if (descending) to = Math.max(from, chunk.first_line);
      else from = Math.min(to, chunk.end_line);
      yield { lines: descending ? lines.reverse() : lines, at: descending ? to : from };
    }
  }
}

/** The lines of a chunk that are in [from, to). */
async function readChunk(
  db: Db,
  taskId: string,
  first: number,
  end: number,
  from: number,
  to: number,
): Promise<NumberedLine[]> {
  const row = await db
    .selectFrom('task_log_chunks')
    .select('data')
    .where('task_id', '=', taskId)
    .where('end_line', '=', end)
    .executeTakeFirst();
  if (!row) return [];
  const lines = (await decodeChunk(row.data)).map((line, i) => ({ ...line, n: first + i }));
  return lines.slice(Math.max(0, from - first), to - first);
}
