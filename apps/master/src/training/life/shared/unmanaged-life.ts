import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { endTasks, reopenTasks } from '../../../tasks/tasks/shared/task-store.ts';
import { type ExperimentRow, setExperimentState } from './experiment-state.ts';
import { isEndedTrialState, setTrialStates, type TrialRow, type TrialStateChange } from './trial-state.ts';
import { readTrialTasks } from './trial-tasks.ts';

/** What a detached process is called that registered and gave no sign of life, and how long that is waited for. */
export const registeredOnly = 'Registered, not running';
export const firstBeatMs = 60_000;
/** Why that most often is: the client starts the trial, then fails to import what writes TensorBoard files. Facts: trial runtime 20.1. */
export const manualMode =
  'Outside of the cluster, core_v2.init needs tensorboard_mode=core.TensorboardMode.MANUAL where neither torch nor TensorFlow is installed.';

/** When the unmanaged trial `t` was last started; a sign of life that is as old is the start itself. */
export const lastStarted = sql<string | null>`(
  select max(s.at) from state_changes s where s.trial_id = t.id and s.to_state = 'RUNNING')`;

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
  await (isEndedTrialState(to) ? endTasks : reopenTasks)(tx, tasks, change);
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
