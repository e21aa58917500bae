import type { Tx } from '#platform/db/database.ts';
import { takingTurns } from '#platform/turns.ts';
import {
  type Chunk,
  chunkLines,
  deleteTails,
  nextChunk,
  type PlacedChunk,
  packChunk,
  tryLockSealing,
} from './log-chunks.ts';
import type { LogLine, NumberedLine } from './log-line.ts';
import { insertLines, readTail } from './log-store.ts';

/** Posts of fewer lines are stored as rows and sealed later. */
const largePost = 250;
/** Of a tail that is longer the sealing has begun, or soon will. */
const longestTail = 2 * chunkLines;

/** A large post in chunks: as rows, its lines would be written, read, deleted and written again. */
export const packLarge = async (lines: readonly LogLine[]): Promise<Chunk[]> =>
  lines.length < largePost ? [] : packAll(lines);

async function packAll(lines: readonly LogLine[]): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const turn = takingTurns();
  for (let start = 0; start < lines.length; ) {
    // Rather a chunk that is a little longer than a very short one behind it.
    const rest = lines.length - start;
    const { count } = nextChunk(lines, start, rest < chunkLines + largePost ? rest : chunkLines);
    chunks.push(await packChunk(lines.slice(start, start + count)));
    start += count;
    await turn();
  }
  return chunks;
}

type TaskLine = NumberedLine & { taskId: string };

interface Part {
  /** The number of the first line. */
  first: number;
  lines: readonly LogLine[];
  /** The same lines; none of a small post. */
  chunks: readonly Chunk[];
}

/** What one transaction adds to some logs. Their heads are locked. */
export class AddedLines {
  /** Task → number of its next line. */
  private readonly heads: Map<string, number>;
  private readonly begins: ReadonlyMap<string, number>;
  private readonly parts = new Map<string, Part[]>();

  constructor(heads: ReadonlyMap<string, number>) {
    this.begins = heads;
    this.heads = new Map(heads);
  }

  /** The number of a task's next line. */
  next(taskId: string): number {
    return this.heads.get(taskId) ?? 0;
  }

  add(taskId: string, lines: readonly LogLine[], chunks: readonly Chunk[] = []): void {
    if (lines.length === 0) return;
    const first = this.next(taskId);
    const parts = this.parts.get(taskId) ?? [];
    parts.push({ first, lines, chunks });
    this.parts.set(taskId, parts);
    this.heads.set(taskId, first + lines.length);
  }

  async insert(tx: Tx): Promise<void> {
    const large = [...this.parts].filter(([, parts]) => parts.some(isPacked)).map(([taskId]) => taskId);
    const sealed = await tryLockSealing(tx, large);
    const rows: TaskLine[] = [];
    const chunks: PlacedChunk[] = [];
    for (const [taskId, parts] of this.parts) {
      const tail = await this.takeTail(tx, taskId, sealed.get(taskId));
      const packed = tail ? parts.findLastIndex(isPacked) + 1 : 0;
      for (const { first, lines } of parts.slice(packed))
        for (const [at, line] of lines.entries()) rows.push({ ...line, taskId, n: first + at });
      if (tail) chunks.push(...(await placeChunks(taskId, [...tail, ...parts.slice(0, packed)])));
    }
    await insertLines(tx, rows, chunks);
  }

  /**
   * Before a chunk nothing may be in the tail: its lines, which are few, are taken out. Undefined where the sealing is
   * at work, whose number of sealed lines is not given, or behind: then the new lines go into the tail as well.
   */
  private async takeTail(tx: Tx, taskId: string, sealed: number | undefined): Promise<Part[] | undefined> {
    const end = this.begins.get(taskId) ?? 0;
    if (sealed === undefined || end - sealed > longestTail) return undefined;
    if (end === sealed) return [];
    const tail = await readTail(tx, taskId, { at: sealed, count: end - sealed });
    // Very long lines are not read all at once.
    if (tail.length < end - sealed) return undefined;
    await deleteTails(tx, [{ taskId, first: sealed, count: end - sealed }]);
    return [{ first: sealed, lines: tail, chunks: [] }];
  }
}

const isPacked = ({ chunks }: Part): boolean => chunks.length > 0;

/** Parts of a log that follow each other, all in chunks. */
async function placeChunks(taskId: string, parts: readonly Part[]): Promise<PlacedChunk[]> {
  const placed: PlacedChunk[] = [];
  for (const { first: begin, lines, chunks } of parts) {
    let first = begin;
    for (const chunk of chunks.length > 0 ? chunks : await packAll(lines)) {
      placed.push({ taskId, first, chunk });
      first += chunk.count;
    }
  }
  return placed;
}
