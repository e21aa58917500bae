import { ApiError } from '@determined/contract/errors.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { type ExperimentRow, setExperimentState } from '../../life/shared/experiment-state.ts';
import { trialChanged } from '../../life/shared/trial-events.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { findDeletion, isHeld, takeBackDeletion } from '../deletion-store.ts';

const tooLate = () => new ApiError('FailedPrecondition', 'Its files are being deleted already.');

/** Takes the deletion of a locked experiment back while it is held: it is again what it was. Throws where it is too late. */
export async function restoreExperiment(
  { clock }: Master,
  tx: Tx,
  experiment: ExperimentRow,
  userId: number,
): Promise<void> {
  const deletion = await findDeletion(tx, experiment.id);
  const at = clock.now();
  if (!deletion?.held_state || !isHeld(deletion, at)) throw tooLate();
  await setExperimentState(tx, experiment, deletion.held_state, { reason: 'user took the deletion back', userId, at });
  await takeBackDeletion(tx, deletion);
}

/** The same of a locked run. */
export async function restoreRun({ clock }: Master, tx: Tx, trial: TrialRow): Promise<void> {
  const taken = await tx
    .deleteFrom('run_deletions')
    .where('trial_id', '=', trial.id)
    .where('held_until', '>', clock.now().toISOString())
    .returning('trial_id')
    .execute();
  if (taken.length === 0) throw tooLate();
  publish(tx, trialChanged, { trialId: trial.id, experimentId: trial.experiment_id });
}
