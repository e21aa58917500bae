import { notFound } from '@determined/contract/errors.ts';
import type { Verdict } from '@determined/contract/rule.ts';
import type { Given } from '../receipt-tables.ts';
import type { Found } from './deed.ts';

const rowsAtOnce = 5_000;

export interface Chosen {
  id: number;
  /** What the act needs to know of this one. */
  given: Given | null;
}

/** What is known of a thing whatever its kind. */
export interface FactsRow {
  id: number;
  name: string;
  owner_id: number;
  project_id: number;
  workspace_id: number;
  checkpoint_count: number;
  checkpoint_size: number;
}

interface Judge<Row> {
  /** Of those that one may see. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, Row>>;
  /** What is lacking, or nothing. */
  lacking(row: Row): Promise<string>;
  verdict(row: Row, given: Given): { verdict: Verdict<unknown>; why: string };
  /** As it is shown. */
  state(row: Row): string;
  noun: 'experiment' | 'run';
}

/** What an act would do to each of many things. What one may not see is not there. */
export async function judgeEach<Row extends FactsRow>(
  chosen: readonly Chosen[],
  given: Given,
  judge: Judge<Row>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < chosen.length; at += rowsAtOnce) {
    const some = chosen.slice(at, at + rowsAtOnce);
    const rows = await judge.read(some.map(({ id }) => id));
    for (const { id, given: own } of some) {
      const row = rows.get(id);
      found.push({ ...(row ? await judged(row, own ?? given, judge) : unknown(id, judge.noun)), given: own });
    }
  }
  return found;
}

async function judged<Row extends FactsRow>(row: Row, given: Given, judge: Judge<Row>): Promise<Omit<Found, 'given'>> {
  const lacking = await judge.lacking(row);
  const { verdict, why } = lacking === '' ? judge.verdict(row, given) : { verdict: undefined, why: lacking };
  return {
    id: row.id,
    name: row.name,
    state: judge.state(row),
    ownerId: row.owner_id,
    projectId: row.project_id,
    result: verdict === undefined ? 'refused' : verdict.verdict === 'acts' ? 'waiting' : verdict.verdict,
    reason: why,
    checkpoints: row.checkpoint_count,
    bytes: row.checkpoint_size,
  };
}

const unknown = (id: number, noun: 'experiment' | 'run'): Omit<Found, 'given'> => ({
  id,
  name: '',
  state: '',
  ownerId: 0,
  projectId: 0,
  result: 'refused',
  reason: notFound(noun).message,
  checkpoints: 0,
  bytes: 0,
});
