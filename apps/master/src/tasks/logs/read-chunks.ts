import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { decodeOrigins, decodeTexts } from './encoding/log-chunk.ts';
import { filterInTurns } from './filter-in-turns.ts';
import type { LineBatch, LineRange } from './line-range.ts';
import type { NumberedLine } from './log-line.ts';
import type { ChunkFacts } from './shared/log-filter.ts';

/** Chunks that are looked up at once, by what stands beside them. */
const lookedUpAtOnce = 256;
/** Chunks that are read at once: few at first, so that the first lines come soon, and then twice as many each time. */
const readAtOnce = { first: 2, most: 64 };
/** Bytes, packed, of which no more are read at once; a single chunk may have more. */
const bytesAtOnce = 1024 * 1024;

interface FoundChunk {
  first_line: number;
  end_line: number;
  /** Packed. */
  size: number;
}

interface ReadChunk extends FoundChunk {
  texts: Buffer | null;
  data: Buffer | null;
}

/** The lines of [from, to) that are in chunks and match, chunk by chunk. */
export async function* readChunks(db: Db, range: LineRange): AsyncGenerator<LineBatch> {
  const { filter, descending = false } = range;
  let { from, to } = range;
  let atOnce = readAtOnce.first;
  /** Whether the last chunks had lines to answer: then the next ones are read with all they have. */
  let found = true;
  for (;;) {
    const chunks = await lookUpChunks(db, { ...range, from, to });
    const last = chunks.at(-1);
    const wanted = filter?.rest ? chunks.filter(filter.rest.mayMatch) : chunks;
    for (let next = 0; next < wanted.length; ) {
      const group = groupFrom(wanted, next, atOnce);
      next += group.length;
      atOnce = Math.min(atOnce * 2, readAtOnce.most);
      const withOrigins = found || filter?.search === undefined;
      found = false;
      const parts = byOrigin(range) ? { texts: false, data: true } : { texts: true, data: withOrigins };
      for (const chunk of await readGroup(db, range.taskId, group, parts)) {
        const passed = await passedOf(db, range, chunk);
        found ||= passed.lines.length > 0;
        if (descending) to = Math.max(from, chunk.first_line);
        else from = Math.min(to, chunk.end_line);
        yield { ...passed, at: descending ? to : from };
      }
    }
    // What was skipped behind the last one that was read is done, too.
    const isEnd = chunks.length < lookedUpAtOnce || last === undefined;
    if (descending) to = isEnd ? from : Math.max(from, last.first_line);
    else from = isEnd ? to : Math.min(to, last.end_line);
    yield { lines: [], at: descending ? to : from };
    if (from >= to) return;
  }
}

/** The next chunks of a task that may have lines, in the order of the reading, with what a filter skips them by. */
async function lookUpChunks(db: Db, { taskId, from, to, descending, filter }: LineRange) {
  const positions = filter?.search?.positions ?? [];
  const facts = filter?.rest ? sql`, ${sql.join(factColumns.map((name) => sql.ref(name)))}` : sql``;
  // Two to the some are the bits of a filter: a position's rest is cut out.
  const mayHave = sql`and (filter is null or (
    select bool_and(get_bit(filter, position & (octet_length(filter) * 8 - 1)) = 1)
    from unnest(${positions}::integer[]) position))`;
  // Chunks follow on each other, so the one that reaches `to` is the last: known by the key. By their first lines alone all
  // between there and the log's end would be looked at.
  const last = sql`coalesce((
    select end_line from task_log_chunks where task_id = ${taskId} and end_line >= ${to} order by end_line limit 1), ${to})`;
  const { rows } = await sql<FoundChunk & ChunkFacts>`
    select first_line, end_line, octet_length(data) + coalesce(octet_length(texts), 0) as size ${facts}
    from task_log_chunks
    where task_id = ${taskId} and end_line > ${from} and end_line <= ${last} and first_line < ${to} ${positions.length > 0 ? mayHave : sql``}
    order by end_line ${descending ? sql`desc` : sql`asc`}
    limit ${lookedUpAtOnce}`.execute(db);
  return rows;
}

const factColumns: readonly (keyof ChunkFacts)[] = [
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
];

/** The next ones that are read together: one at least. */
function groupFrom(chunks: readonly FoundChunk[], start: number, atMost: number): FoundChunk[] {
  let bytes = 0;
  let end = start;
  while (end < chunks.length && end - start < atMost) {
    bytes += chunks[end]?.size ?? 0;
    if (bytes > bytesAtOnce && end > start) break;
    end++;
  }
  return chunks.slice(start, end);
}

/** In the order given: what lines say, where they come from, as asked for; chunks of old have both in one. */
async function readGroup(
  db: Db,
  taskId: string,
  group: readonly FoundChunk[],
  parts: { texts: boolean; data: boolean },
): Promise<ReadChunk[]> {
  const { rows } = await sql<{ end_line: number; texts: Buffer | null; data: Buffer | null }>`
    select end_line, case when ${parts.texts} then texts end as texts,
      case when ${parts.data} or texts is null then data end as data
    from task_log_chunks
    where task_id = ${taskId} and end_line = any(${group.map((chunk) => chunk.end_line)}::bigint[])`.execute(db);
  const read = new Map(rows.map((row) => [row.end_line, row]));
  // One that is missing has been deleted with its task's log.
  return group.flatMap((chunk) => {
    const row = read.get(chunk.end_line);
    return row ? { ...chunk, ...row } : [];
  });
}

/** Whether lines that come from the same all pass or none, and nothing else of them is wanted. */
function byOrigin({ filter, numbersOnly }: LineRange): boolean {
  return numbersOnly === true && filter?.search === undefined && filter?.rest?.byTime === false;
}

async function passedOf(db: Db, range: LineRange, chunk: ReadChunk): Promise<Omit<LineBatch, 'at'>> {
  if (!range.numbersOnly) return { lines: await linesOf(db, range, chunk) };
  const rest = range.filter?.rest;
  if (!byOrigin(range) || !rest || !chunk.data)
    return { lines: [], numbers: (await linesOf(db, range, chunk)).map(({ n }) => n) };
  const numbers = (await decodeOrigins(chunk.data))
    .passing(rest.matches)
    .map((line) => chunk.first_line + line)
    .filter((n) => n >= range.from && n < range.to);
  return { lines: [], numbers: range.descending ? numbers.reverse() : numbers };
}

async function linesOf(db: Db, range: LineRange, chunk: ReadChunk): Promise<NumberedLine[]> {
  const { from, to, filter, descending, signal } = range;
  const first = chunk.first_line;
  const texts = await decodeTexts(chunk);
  const lines = filter?.search?.candidates(texts) ?? Array.from({ length: texts.count }, (_, line) => line);
  const inRange = lines.filter((line) => first + line >= from && first + line < to);
  const search = filter?.search;
  const wanted = search
    ? await filterInTurns(
        inRange,
        (line) => search.isIn(texts.text(line)),
        signal,
        (line) => search.steps * (texts.end(line) - texts.start(line)),
      )
    : inRange;
  if (wanted.length === 0) return [];
  const data = chunk.data ?? (await readGroup(db, range.taskId, [chunk], { texts: false, data: true }))[0]?.data;
  if (!data) return [];
  const origins = await decodeOrigins(data);
  if (descending) wanted.reverse();
  return wanted.flatMap((line) => {
    const origin = origins.line(line, '');
    if (filter?.rest && !filter.rest.matches(origin)) return [];
    return { ...origin, n: first + line, text: texts.text(line) };
  });
}
