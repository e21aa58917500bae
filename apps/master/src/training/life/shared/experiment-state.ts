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
import { dropSearcherSnapshot } from '../search-store.ts';
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

/** The one function that changes an experiment's state: records from, to, by whom, why. */
export async function setExperimentState(
  tx: Tx,
  experiment: ExperimentRow,
  to: StoredExperimentState,
  change: { reason: string; userId?: number; at: Date },
): Promise<ExperimentRow> {
  if (experiment.state === to) return experiment;
  const over = isEndedExperimentState(to);
  const row = await tx
    .updateTable('experiments')
    .set({
      state: to,
      // What is put back has ended when it ended.
      ...(over ? { end_time: experiment.end_time ?? change.at.toISOString() } : {}),
      ...(to === 'COMPLETED' ? { progress: 1 } : {}),
    })
    .where('id', '=', experiment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (over) await dropSearcherSnapshot(tx, experiment.id);
  await tx
    .insertInto('state_changes')
    .values({
      experiment_id: experiment.id,
      trial_id: null,
      from_state: experiment.state,
      to_state: to,
      user_id: change.userId ?? null,
      reason: change.reason,
      at: change.at.toISOString(),
    })
    .execute();
  publish(tx, experimentChanged, { experimentId: experiment.id, projectId: experiment.project_id });
  return row;
}

/** Every change of an experiment's life starts with this lock, so that two never cross. */
export async function lockExperiment(tx: Tx, id: number): Promise<ExperimentRow | undefined> {
  const [row] = await lockRows(tx, 'work', tx.selectFrom('experiments').selectAll().where('id', '=', id), {
    key: 'id',
  });
  return row;
}
