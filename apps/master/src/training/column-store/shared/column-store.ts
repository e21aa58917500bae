import { type CellColumn, decodeColumn, firstOther } from './block-encoding.ts';
import { countLines, type LineCounts } from './count-lines.ts';
import { type FoundPage, findIds, findPage, GivenUp, type Rows } from './find-rows.ts';
import { type CountedText, findValues, type Typed } from './find-values.ts';
import { type FoundMoves, findMoves } from './moves/find-moves.ts';
import {
  type GivenBlocks,
  type Ids,
  idsOf,
  type Missing,
  type PackedAnswer,
  type PackedQuery,
  type Plan,
} from './packed-query.ts';
import { type Entries, joinColumn, joinEntries, placeOf, pointedColumn, type ScopeColumn } from './packed-scope.ts';

/** What is kept between queries, in all. */
const usualBytes = 64 * 1024 * 1024;

interface Block {
  ids: Ids;
  /** Of experiments. */
  best: Ids | null;
  /** Of runs their experiments; 0 of one that is gone. */
  experiments: Ids | null;
}

interface Scope {
  entries: Entries;
  /** Of experiments the places of their best runs among the entries of the runs. */
  best: Int32Array | null;
  /** Of runs their experiments. */
  experiments: Ids;
}

/** Scopes' columns are kept under the scope's blocks, a block's under its id; what was used longest ago goes first. */
type Kept =
  | { bytes: number; block: Block }
  | { bytes: number; column: CellColumn | null }
  | { bytes: number; scope: Scope }
  | { bytes: number; joined: ScopeColumn };

/** Blocks of packed columns in memory, and what queries over them find. */
export class ColumnStore {
  private readonly kept = new Map<string, Kept>();
  private readonly keptBytes: number;

  constructor(keptBytes = usualBytes) {
    this.keptBytes = keptBytes;
  }

  /** @returns what has to be given with the same query, where something is missing. */
  page(query: PackedQuery, given?: GivenBlocks): PackedAnswer<FoundPage> {
    return this.answer([query], given, findPage);
  }

  ids(query: PackedQuery, given?: GivenBlocks): PackedAnswer<Ids> {
    return this.answer([query], given, findIds);
  }

  /** The commonest texts in the query's first column, of the rows that it finds. */
  values(query: PackedQuery, typed: Typed, given?: GivenBlocks): PackedAnswer<CountedText[]> {
    return this.answer([query], given, (rows) => findValues(rows, typed));
  }

  /** How many of the rows that the query finds a filter over its columns and sets finds, line by line. */
  counts(query: PackedQuery, filter: Plan, given?: GivenBlocks): PackedAnswer<LineCounts> {
    return this.answer([query], given, (rows) => countLines(rows, filter));
  }

  /**
   * How the first so many of the query's columns go with the first of them, over the rows that it finds; then those of their
   * experiments.
   */
  moves(
    query: PackedQuery,
    count: number,
    experiments: PackedQuery | null,
    given?: GivenBlocks,
  ): PackedAnswer<FoundMoves> {
    return this.answer([query, experiments ?? undefined], given, (rows, ofExperiments) =>
      findMoves(rows, count, ofExperiments),
    );
  }

  private answer<T>(
    queries: readonly [PackedQuery, PackedQuery?],
    given: GivenBlocks | undefined,
    find: (rows: Rows, others?: Rows) => T,
  ): PackedAnswer<T> {
    if (given) this.take(given);
    const [query, other] = queries;
    const missing = [this.missing(query), other && this.missing(other)].filter((one) => one !== undefined);
    if (missing.length > 0)
      return {
        missing: {
          blocks: missing.flatMap(({ blocks }) => blocks),
          columns: missing.flatMap(({ columns }) => columns),
        },
      };
    try {
      const ends = performance.now() + query.seconds * 1000;
      return { found: find({ ...this.rows(query), ends }, other && { ...this.rows(other), ends }) };
    } catch (error) {
      if (error instanceof GivenUp) return { gaveUp: true };
      throw error;
    } finally {
      this.forget();
    }
  }

  private take({ blocks, experiments, columns }: GivenBlocks): void {
    const experimentOf = new Map([...experiments.runs].map((run, at) => [run, experiments.of[at] as number]));
    for (const { id, ids, best } of blocks) {
      const own = idsOf(ids);
      const block = best
        ? { ids: own, best: idsOf(best), experiments: null }
        : { ids: own, best: null, experiments: own.map((run) => experimentOf.get(run) ?? 0) };
      this.keep(`block ${id}`, { bytes: ids.length * 2, block });
    }
    for (const { block, name, data } of columns) {
      const column = data && decodeColumn(data, this.block(block).ids.length);
      this.keep(`${block} ${name}`, { bytes: column ? sizeOf(column) : 0, column });
    }
  }

  /** What is joined already needs none of its parts: they may go, so that what searches go through has the room. */
  private missing(query: PackedQuery): Missing | undefined {
    const { blocks, runBlocks } = query;
    const needed = new Set(this.use(scopeKey(blocks, runBlocks)) ? [] : [...blocks, ...runBlocks]);
    const lack = query.columns.flatMap(({ name, ofRun }) => {
      const among = ofRun && runBlocks.length > 0 ? runBlocks : blocks;
      if (this.use(columnKey(query, { name, ofRun })) || this.use(joinedKey(among, name))) return [];
      for (const id of among) needed.add(id);
      const lacking = among.filter((id) => !this.use(`${id} ${name}`));
      return lacking.length === 0 ? [] : [{ name, blocks: lacking }];
    });
    const lackBlock = [...needed].filter((id) => !this.use(`block ${id}`));
    return lackBlock.length + lack.length > 0 ? { blocks: lackBlock, columns: lack } : undefined;
  }

  private rows(query: PackedQuery): Omit<Rows, 'ends'> {
    const { entries, best, experiments } = this.scope(query.blocks, query.runBlocks);
    const columns = query.columns.map((column) => {
      const { name, ofRun } = column;
      if (!ofRun || best === null) return this.joined(query.blocks, name, entries);
      return this.cached(columnKey(query, column), () => pointedColumn(this.joined(query.runBlocks, name), best));
    });
    // What these were made of goes before them.
    this.use(scopeKey(query.blocks, query.runBlocks));
    for (const column of query.columns) this.use(columnKey(query, column));
    return { entries, experiments, columns, query };
  }

  private scope(blocks: readonly number[], runBlocks: readonly number[]): Scope {
    const key = scopeKey(blocks, runBlocks);
    const known = this.use(key);
    if (known && 'scope' in known) return known.scope;
    const all = new Map(blocks.map((id) => [id, this.block(id)]));
    const entries = joinEntries([...all].map(([id, { ids }]) => ({ id, ids })));
    const ofExperiments = [...all.values()].some((block) => block.best);
    const best = ofExperiments ? this.bestOf(entries, runBlocks) : null;
    const { block, row } = entries;
    const experiments = ofExperiments
      ? new Int32Array()
      : entries.ids.map((_, at) => all.get(block[at] as number)?.experiments?.[row[at] as number] ?? 0);
    const scope = { entries, best, experiments };
    this.keep(key, { bytes: entries.ids.length * 16, scope });
    return scope;
  }

  private bestOf({ ids, block, row }: Entries, runBlocks: readonly number[]): Int32Array {
    const { ids: runs } = this.scope(runBlocks, []).entries;
    return ids.map((_, at) => placeOf(runs, this.block(block[at] as number).best?.[row[at] as number] ?? 0));
  }

  private joined(blocks: readonly number[], name: string, entries?: Entries): ScopeColumn {
    return this.cached(joinedKey(blocks, name), () =>
      joinColumn(entries ?? this.scope(blocks, []).entries, (id) => {
        const kept = this.kept.get(`${id} ${name}`);
        return kept && 'column' in kept ? kept.column : null;
      }),
    );
  }

  private cached(key: string, make: () => ScopeColumn): ScopeColumn {
    const known = this.use(key);
    if (known && 'joined' in known) return known.joined;
    const joined = make();
    this.keep(key, { bytes: sizeOf(joined), joined });
    return joined;
  }

  private block(id: number): Block {
    const kept = this.kept.get(`block ${id}`);
    if (!kept || !('block' in kept)) throw new Error(`block ${id} was not given`);
    return kept.block;
  }

  private keep(key: string, value: Kept): void {
    this.kept.delete(key);
    this.kept.set(key, value);
  }

  private use(key: string): Kept | undefined {
    const known = this.kept.get(key);
    if (known) this.keep(key, known);
    return known;
  }

  private forget(): void {
    let bytes = 0;
    for (const kept of this.kept.values()) {
      bytes += kept.bytes;
      // An order has a number an entry, and half of that for its place.
      if ('joined' in kept) bytes += kept.joined.orders.size * kept.joined.numbers.length * 12;
    }
    for (const [key, kept] of this.kept) {
      if (bytes <= this.keptBytes) return;
      bytes -= kept.bytes;
      this.kept.delete(key);
    }
  }
}

const scopeOf = (blocks: readonly number[]) => blocks.join();
const scopeKey = (blocks: readonly number[], runBlocks: readonly number[]) =>
  `scope ${scopeOf(blocks)}/${scopeOf(runBlocks)}`;
const joinedKey = (blocks: readonly number[], name: string) => `joined ${scopeOf(blocks)} ${name}`;
/** Of the column as the query goes through it. */
const columnKey = ({ of, blocks, runBlocks }: PackedQuery, { name, ofRun }: PackedQuery['columns'][number]) =>
  of === 'experiment' && ofRun ? `best of ${scopeOf(blocks)}/${joinedKey(runBlocks, name)}` : joinedKey(blocks, name);

function sizeOf({ numbers, codes, others }: CellColumn): number {
  const texts = others.reduce<number>((sum, other) => sum + JSON.stringify(other).length * 2 + 64, 0);
  return numbers.byteLength + (codes?.byteLength ?? 0) + texts + firstOther;
}
