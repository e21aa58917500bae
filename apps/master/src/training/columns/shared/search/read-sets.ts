import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { FoundSet, Listed } from '../../../column-store/shared/packed-query.ts';
import { experimentsWith } from '../column-tables.ts';
import { type ListTable, mostOf } from './narrow.ts';
import { idsOf, packed, unpacked } from './packed-ids.ts';
import type { InScope } from './packed-state.ts';
import type { SetOfRows } from './split-filter.ts';

interface List {
  of: Listed;
  inScope: InScope;
  table: ListTable;
  /** How many rows it has, about. */
  outOf: number;
}

/**
 * What each condition finds. What names one table alone is asked of that: which run is of which experiment, and what lies in
 * scope, is known where the sets are looked through.
 */
export async function readSets(tx: Tx, list: List, sets: readonly SetOfRows[]): Promise<FoundSet[]> {
  const ofTrials = sets.filter(({ alone }) => list.of === 'run' && alone?.table === 'trials');
  const whole = ofTrials.length > 0 && (await hasMostTrials(tx, list)) ? await trialsOf(tx, ofTrials) : new Map();
  const found: FoundSet[] = [];
  for (const set of sets) found.push(whole.get(set) ?? (await readSet(tx, list, set)));
  return found;
}

async function readSet(tx: Tx, { of, inScope, table }: List, { sql: condition, alone }: SetOfRows): Promise<FoundSet> {
  if (of === 'experiment' || alone?.table !== 'experiments')
    return { of: 'row', ids: await idsOf(tx, table.idsWhere(condition)) };
  const ids = sql`select e.id from ${experimentsWith(alone)} where ${inScope('e.project_id')} and (${condition})`;
  return { of: 'experiment', ids: await idsOf(tx, ids) };
}

/** By one statement: no index has what these conditions ask, so that each by itself would look at all runs. */
async function trialsOf(tx: Tx, sets: readonly SetOfRows[]): Promise<Map<SetOfRows, FoundSet>> {
  const lists = sets.map((set, at) => sql`${packed(sql`t.id`)} filter (where ${set.sql}) as ${sql.ref(`s${at}`)}`);
  const { rows } = await sql<Record<string, Buffer | null>>`select ${sql.join(lists)} from trials t`.execute(tx);
  return new Map(sets.map((set, at) => [set, { of: 'row', ids: unpacked(rows[0]?.[`s${at}`]) }]));
}

/** Then to look at all trials there are costs less than to find out which of them are in the list. */
async function hasMostTrials(tx: Tx, { outOf }: List): Promise<boolean> {
  const { rows } = await sql<{ trials: number }>`select reltuples as trials from pg_class
    where oid = 'trials'::regclass`.execute(tx);
  const { trials = -1 } = rows[0] ?? {};
  return trials >= 0 && outOf >= trials * mostOf;
}
