import type { Selectable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ExperimentsTable, StoredExperimentState } from '#platform/db/tables/training-tables.ts';
import { experimentChanged } from './experiment-events.ts';

export type ExperimentRow = Selectable<ExperimentsTable>;

const ended: readonly StoredExperimentState[] = ['COMPLETED', 'CANCELED', 'ERROR'];
export const isEndedExperimentState = (state: StoredExperimentState): boolean => ended.includes(state);
export const isStoppingExperimentState = (state: StoredExperimentState): boolean => state.startsWith('STOPPING_');

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
      ...(over ? { end_time: change.at.toISOString(), searcher_snapshot: null } : {}),
      ...(to === 'COMPLETED' ? { progress: 1 } : {}),
    })
    .where('id', '=', experiment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('state_changes')
    .values({
      experiment_id: experiment.id,
      trial_id: null,
      from_state: experiment.state,
      to_state: to,
      user_id: change.userId ?? null,
      reason: change.reason,
    })
    .execute();
  publish(tx, experimentChanged, { experimentId: experiment.id, projectId: experiment.project_id });
  return row;
}

/** Every change of an experiment's life starts with this lock, so that two never cross. */
export function lockExperiment(tx: Tx, id: number): Promise<ExperimentRow | undefined> {
  return tx.selectFrom('experiments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}
