import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { queryCanceled } from '#platform/http/bounded-search.ts';
import type {
  GivenBlocks,
  Listed,
  Missing,
  PackedAnswer,
  PackedQuery,
} from '../../../column-store/shared/packed-query.ts';
import { packed, packedIds, unpacked, unpackedFloats } from './packed-ids.ts';

/** That a project, by the name of its column, is among those that are looked through. */
export type InScope = (project: string) => RawBuilder<SqlBool>;

type State = Pick<PackedQuery, 'blocks' | 'runBlocks' | 'gaps' | 'hidden'>;

/**
 * Which blocks there are, what of them does not hold any more, how many entries they have, and the ids that `hidden` selects:
 * by one statement, as asking costs more than the answers.
 */
export async function readPackedState(
  tx: Tx,
  { of, hidden }: { of: Listed; hidden: RawBuilder<unknown> },
  inScope: InScope,
): Promise<{ state: State; entries: number }> {
  const { rows } = await sql<{
    blocks: { id: number; of: Listed; entries: number }[] | null;
    gaps: Buffer | null;
    since: Buffer | null;
    hidden: Buffer | null;
  }>`select b.blocks, g.ids as gaps, g.since, h.ids as hidden from
    (select json_agg(json_build_object('id', b.id, 'of', b.of, 'entries', length(b.ids) / 4) order by b.id) as blocks
      from packed_blocks b where ${inScope('b.project_id')}) b,
    (select ${packed(sql`g.id`)} as ids, string_agg(float8send(g.since), ''::bytea) as since
      from packed_gaps g where g.of = ${of} and ${inScope('g.project_id')}) g,
    (${packedIds(hidden)}) h`.execute(tx);
  const [found] = rows;
  const listing = (listed: Listed) => (found?.blocks ?? []).filter((block) => block.of === listed);
  const blocks = (listed: Listed) => listing(listed).map(({ id }) => id);
  const state = {
    blocks: blocks(of),
    runBlocks: of === 'run' ? [] : blocks('run'),
    gaps: { ids: unpacked(found?.gaps), since: unpackedFloats(found?.since ?? null) },
    hidden: unpacked(found?.hidden),
  };
  return { state, entries: listing(of).reduce((sum, { entries }) => sum + entries, 0) };
}

/** What the thread finds, which is given what it lacks. Throws as a statement does that takes the database too long. */
export async function givenTo<T>(tx: Tx, ask: (given?: GivenBlocks) => Promise<PackedAnswer<T>>): Promise<T> {
  let answer = await ask();
  // What others ask meanwhile may take the place of what was given: then it is given again.
  for (let turn = 0; 'missing' in answer && turn < 5; turn += 1)
    answer = await ask(await readGiven(tx, answer.missing));
  if ('gaveUp' in answer) throw Object.assign(new Error('packed columns take too long'), { code: queryCanceled });
  if ('missing' in answer) throw new Error('packed columns find no room in memory');
  return answer.found;
}

async function readGiven(tx: Tx, missing: Missing): Promise<GivenBlocks> {
  const blocks = await sql<{ id: number; ids: Buffer; best: Buffer | null }>`
    select id, ids, best from packed_blocks where id = any(${missing.blocks}::bigint[])`.execute(tx);
  // All of a project: to look for these alone costs more.
  const experiments = await sql<{ runs: Buffer | null; of: Buffer | null }>`
    select ${packed(sql`m.trial_id`)} as runs, ${packed(sql`m.experiment_id`)} as of from trial_metrics m
    where m.project_id in (select project_id from packed_blocks where id = any(${missing.blocks}::bigint[]) and of = 'run')`.execute(
    tx,
  );
  const [pairs] = experiments.rows;
  const columns: GivenBlocks['columns'] = [];
  for (const { name, blocks: lacking } of missing.columns) {
    const found = await sql<{ block: number; data: Buffer }>`select block_id as block, data
      from packed_columns where name = ${name} and block_id = any(${lacking}::bigint[])`.execute(tx);
    const data = new Map(found.rows.map((row) => [Number(row.block), row.data]));
    for (const block of lacking) columns.push({ block, name, data: data.get(block) ?? null });
  }
  return {
    blocks: blocks.rows.map((row) => ({ ...row, id: Number(row.id) })),
    experiments: { runs: unpacked(pairs?.runs), of: unpacked(pairs?.of) },
    columns,
  };
}
