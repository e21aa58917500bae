import {
  experimentHasEnded,
  experimentIsStopping,
  experimentStopsAs,
} from '@determined/contract/training/experiment-rules.ts';
import type { Selectable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { ExperimentsTable, StoredExperimentState, StoredTrialState } from '#training/life/shared/life-tables.ts';
import { dropSearcherSnapshots } from '../search-store.ts';
import { experimentChanged } from './experiment-events.ts';

export type ExperimentRow = Selectable<ExperimentsTable>;

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
  const [row] = await setExperimentStates(tx, [experiment], to, change);
  return row ?? experiment;
}

/** The same with several; those whose state it changed, as they are now. */
export async function setExperimentStates(
  tx: Tx,
  experiments: readonly ExperimentRow[],
  to: StoredExperimentState,
  { reason, userId, at }: StateChange,
): Promise<ExperimentRow[]> {
  const changing = experiments.filter(({ state }) => state !== to);
  if (changing.length === 0) return [];
  const ids = changing.map(({ id }) => id);
  const over = isEndedExperimentState(to);
  const rows = await tx
    .updateTable('experiments')
    .set((eb) => ({
      state: to,
      // What is put back has ended when it ended.
      ...(over ? { end_time: eb.fn.coalesce('end_time', eb.val(at.toISOString())) } : {}),
      ...(to === 'COMPLETED' ? { progress: 1 } : {}),
    }))
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .returningAll()
    .execute();
  if (over) await dropSearcherSnapshots(tx, ids);
  await tx
    .insertInto('state_changes')
    .values(
      changing.map(({ id, state }) => ({
        experiment_id: id,
        trial_id: null,
        from_state: state,
        to_state: to,
        user_id: userId ?? null,
        reason,
        at: at.toISOString(),
      })),
    )
    .execute();
  for (const { id, project_id } of changing)
    publish(tx, experimentChanged, { experimentId: id, projectId: project_id });
  return rows;
}

/** Every change of an experiment's life starts with this lock, so that two never cross. */
export async function lockExperiment(tx: Tx, id: number): Promise<ExperimentRow | undefined> {
  const [row] = await lockRows(tx, 'work', tx.selectFrom('experiments').selectAll().where('id', '=', id), {
    key: 'id',
  });
  return row;
}
