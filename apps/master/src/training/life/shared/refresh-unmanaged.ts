import type { Tx } from '#platform/db/database.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { type ExperimentRow, setExperimentState } from './experiment-state.ts';

/** The farther right, the more it says about the experiment. */
const rank = ['PAUSED', 'CANCELED', 'ERROR', 'COMPLETED', 'RUNNING'] as const satisfies StoredTrialState[];

/** An unmanaged experiment is in the most telling state of its trials. Facts: platform semantics 1.8. */
export async function refreshUnmanaged(tx: Tx, experiment: ExperimentRow, at: Date): Promise<void> {
  const found = await tx
    .selectFrom('trials')
    .select('state')
    .distinct()
    .where('experiment_id', '=', experiment.id)
    .execute();
  const states = new Set(found.map((trial) => trial.state));
  const state = rank.findLast((each) => states.has(each)) ?? 'PAUSED';
  await setExperimentState(tx, experiment, state, { reason: 'state of its trials', at });
}
