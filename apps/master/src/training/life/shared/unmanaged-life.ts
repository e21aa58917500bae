import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { endTasks, reopenTasks } from '../../../tasks/tasks/shared/task-store.ts';
import { type ExperimentRow, setExperimentState } from './experiment-state.ts';
import { isEndedTrialState, setTrialStates, type TrialRow, type TrialStateChange } from './trial-state.ts';
import { readTrialTasks } from './trial-tasks.ts';

/** The farther right, the more it says about the experiment. */
const rank = ['PAUSED', 'CANCELED', 'ERROR', 'COMPLETED', 'RUNNING'] as const satisfies StoredTrialState[];

/**
 * Moves an unmanaged trial, as its client says or its silence tells. Its task, which holds its logs, is over with it and open
 * again when it goes on; its experiment is in the most telling state of its trials. Facts: platform semantics 1.8.
 */
export async function moveUnmanaged(
  tx: Tx,
  { trial, experiment }: { trial: TrialRow; experiment: ExperimentRow },
  to: StoredTrialState,
  change: TrialStateChange,
): Promise<void> {
  await setTrialStates(tx, [trial], to, change);
  const tasks = await readTrialTasks(tx, trial.id);
  await (isEndedTrialState(to) ? endTasks(tx, tasks, change.at) : reopenTasks(tx, tasks));
  const found = await tx
    .selectFrom('trials')
    .select('state')
    .distinct()
    .where('experiment_id', '=', experiment.id)
    .execute();
  const states = new Set(found.map((each) => each.state));
  const state = rank.findLast((each) => states.has(each)) ?? 'PAUSED';
  await setExperimentState(tx, experiment, state, { reason: 'state of its trials', at: change.at });
}
