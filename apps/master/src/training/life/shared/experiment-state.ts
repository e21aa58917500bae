import {
  experimentHasEnded,
  experimentIsStopping,
  experimentStopsAs,
} from '@determined/contract/training/experiment-rules.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { ExperimentsTable, StoredExperimentState, StoredTrialState } from '#training/life/shared/life-tables.ts';
import { dropSearcherSnapshots } from '../search-store.ts';
import { experimentChanged } from './experiment-events.ts';

export type ExperimentRow = Selectable<ExperimentsTable>;

const actedColumns = [
  'id',
  'job_id',
  'owner_id',
  'project_id',
  'unmanaged',
  'state',
  'archived',
  'labels',
  'notes',
  'searcher_type',
  'num_trials',
] as const;
/** What acts on many need to know of each. The rest of a row is long: to read its configurations cost more than most acts. */
export type ActedExperiment = Pick<ExperimentRow, (typeof actedColumns)[number]>;

export const isEndedExperimentState = (state: StoredExperimentState): boolean => experimentHasEnded(`STATE_${state}`);

export type EndState = 'COMPLETED' | 'CANCELED' | 'ERROR';

/** What a stopping experiment or trial becomes once nothing of it runs; undefined for one that is not stopping. */
export function endOf(state: StoredExperimentState | StoredTrialState): EndState | undefined {
  const shown = `STATE_${state}` as const;
  // The wire's names are the stored ones behind a prefix.
  return experimentIsStopping(shown) ? (experimentStopsAs[shown].slice('STATE_'.length) as EndState) : undefined;
}

interface StateChange {
  reason: string;
  userId?: number;
  at: Date;
}

/** The one function that changes an experiment's state: records from, to, by whom, why. */
export async function setExperimentState(
  tx: Tx,
  experiment: ExperimentRow,
  to: StoredExperimentState,
  change: StateChange,
): Promise<ExperimentRow> {
  if (experiment.state === to) return experiment;
  const row = await stateUpdate(tx, [experiment.id], to, change.at).returningAll().executeTakeFirstOrThrow();
  await recordStates(tx, [experiment], to, change);
  return row;
}

/** What a change of state needs to know. */
export type Stated = Pick<ExperimentRow, 'id' | 'state' | 'project_id'>;

export const idsOf = (experiments: readonly Stated[]): number[] => experiments.map(({ id }) => id);

/** The same with several. */
export async function setExperimentStates(
  tx: Tx,
  experiments: readonly Stated[],
  to: StoredExperimentState,
  change: StateChange,
): Promise<void> {
  const changing = experiments.filter(({ state }) => state !== to);
  if (changing.length === 0) return;
  await stateUpdate(tx, idsOf(changing), to, change.at).execute();
  await recordStates(tx, changing, to, change);
}

/**
 * Of what stops when nothing of it runs: it stops and is over, as two changes. Their rows, which many indexes have, are
 * written once.
 */
export async function stopAtOnce(
  tx: Tx,
  experiments: readonly Stated[],
  to: StoredExperimentState,
  change: StateChange,
  overFor: string,
): Promise<void> {
  const end = endOf(to);
  if (!end || experiments.length === 0) return;
  const { at } = change;
  await stateUpdate(tx, idsOf(experiments), end, at).execute();
  await recordStates(tx, experiments, to, change);
  const stopped = experiments.map((experiment) => ({ ...experiment, state: to }));
  await recordStates(tx, stopped, end, { reason: overFor, at });
}

const stateUpdate = (tx: Tx, ids: readonly number[], to: StoredExperimentState, at: Date) =>
  tx
    .updateTable('experiments')
    .set((eb) => ({
      state: to,
      // What is put back has ended when it ended.
      ...(isEndedExperimentState(to) ? { end_time: eb.fn.coalesce('end_time', eb.val(at.toISOString())) } : {}),
      ...(to === 'COMPLETED' ? { progress: 1 } : {}),
    }))
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)));

/** What follows from the change, and that there was one. */
async function recordStates(
  tx: Tx,
  changing: readonly Stated[],
  to: StoredExperimentState,
  { reason, userId, at }: StateChange,
): Promise<void> {
  const ids = idsOf(changing);
  if (isEndedExperimentState(to)) await dropSearcherSnapshots(tx, ids);
  await sql`insert into state_changes (experiment_id, from_state, to_state, user_id, reason, at)
    select v.id, v.state, ${to}, ${userId ?? null}::int, ${reason}, ${at.toISOString()}::timestamptz
    from unnest(${ids}::int[], ${changing.map(({ state }) => state)}::text[]) with ordinality v (id, state, place)
    order by place`.execute(tx);
  for (const { id, project_id } of changing)
    publish(tx, experimentChanged, { experimentId: id, projectId: project_id });
}

/** Every change of an experiment's life starts with this lock, so that two never cross. */
export async function lockExperiment(tx: Tx, id: number): Promise<ExperimentRow | undefined> {
  const [row] = await lockRows(tx, 'work', tx.selectFrom('experiments').selectAll().where('id', '=', id), {
    key: 'id',
  });
  return row;
}

/** The same with several, of which it reads what acts need. */
export async function lockExperiments(
  tx: Tx,
  which: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, ActedExperiment>> {
  const asked = tx.selectFrom('experiments').select(actedColumns).where(sql<boolean>`id = any(${which})`).orderBy('id');
  return new Map((await lockRows(tx, 'work', asked, { key: 'id' })).map((row) => [row.id, row]));
}

/** All of one that is locked. */
export const wholeExperiment = (tx: Tx, id: number): Promise<ExperimentRow> =>
  tx.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
