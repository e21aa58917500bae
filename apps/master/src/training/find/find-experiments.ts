import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { StoredExperimentState, StoredTrialState } from '../life/shared/life-tables.ts';
import { experimentAllocationState, runIsGoing, shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import { has, mostResults, type Result } from './find-conditions.ts';
import { indexableWords, type Pattern } from './find-patterns.ts';
import { howFound } from './find-rank.ts';

/** So many of the newest experiments are looked through without an index: most of what is asked for is among them. */
const newest = 2_000;

/** A number names what has it as its id. */
export async function byId(tx: Tx, ctx: Context, text: string): Promise<Result[]> {
  const id = Number(text);
  if (!/^\d{1,9}$/.test(text)) return [];
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const own = await sql<{ id: number }>`select e.id from experiments e
    where e.id = ${id} and e.state <> 'DELETING' and ${seen}`.execute(tx);
  const trial = await sql<{
    id: number;
    name: string;
    state: StoredTrialState;
    allocation_state: string | null;
    username: string;
    experiment_id: number;
  }>`select t.id, e.name, t.state, ${trialAllocationState} as allocation_state, u.username, t.experiment_id
    from trials t join experiments e on e.id = t.experiment_id join users u on u.id = e.owner_id
    where t.id = ${id} and e.state <> 'DELETING' and not ${runIsGoing} and ${seen}`.execute(tx);
  return [
    ...(await experiments(
      tx,
      own.rows.map((row) => row.id),
      text,
    )),
    ...trial.rows.map(
      (row): Result => ({
        kind: 'trial',
        id: row.id,
        name: row.name,
        how: 'id',
        state: shownState(row.state, row.allocation_state),
        user: row.username,
        experimentId: row.experiment_id,
      }),
    ),
  ];
}

/** What is searched of an experiment, as its row of `experiment_words` has it. */
const words = sql`lower((e.name || ' ' || e.labels::text) collate "und-x-icu")`;

/**
 * First among the newest, whatever they are asked for; only what these do not have enough of is asked of the index, which
 * then finds few. Neither depends on what the planner thinks of a pattern.
 */
export async function experimentIds(tx: Tx, ctx: Context, patterns: readonly Pattern[]): Promise<number[]> {
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const among = async (candidates: RawBuilder<unknown>) =>
    (
      await sql<{ id: number }>`with candidates as materialized (${candidates})
        select e.id from candidates join experiments e using (id) where ${has(words, patterns)}
        order by e.id desc limit ${mostResults}`.execute(tx)
    ).rows.map(({ id }) => id);
  const fresh = await among(
    sql`select e.id from experiments e where e.state <> 'DELETING' and ${seen} order by e.id desc limit ${newest}`,
  );
  const asked = patterns.filter(indexableWords);
  if (fresh.length >= mostResults || asked.length === 0) return fresh;
  return among(sql`select e.id from experiment_words w join experiments e on e.id = w.experiment_id
    where ${has(sql`w.words`, asked)} and e.state <> 'DELETING' and ${seen} limit ${newest}`);
}

export async function experiments(tx: Tx, ids: readonly number[], text: string): Promise<Result[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    name: string;
    state: StoredExperimentState;
    allocation_state: string | null;
    username: string;
    project: string;
  }>`select e.id, e.name, e.state, ${experimentAllocationState} as allocation_state, u.username, p.name as project
    from experiments e join users u on u.id = e.owner_id join projects p on p.id = e.project_id
    where e.id = any(${[...ids]}::int[])`.execute(tx);
  return rows.map((row) => ({
    kind: 'experiment',
    id: row.id,
    name: row.name,
    how: howFound(row, text),
    state: shownState(row.state, row.allocation_state),
    user: row.username,
    project: row.project,
  }));
}
