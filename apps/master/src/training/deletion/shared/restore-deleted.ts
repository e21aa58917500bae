import { ApiError } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { type ActedExperiment, setExperimentStates } from '../../life/shared/experiment-state.ts';
import { findDeletion, isHeld, takeBackDeletion } from '../deletion-store.ts';

const tooLate = () => new ApiError('FailedPrecondition', 'Its files are being deleted already.');

/** Takes the deletion of a locked experiment back while it is held: it is again what it was. Throws where it is too late. */
export async function restoreExperiment(
  { clock }: Master,
  tx: Tx,
  experiment: ActedExperiment,
  userId: number,
): Promise<void> {
  const deletion = await findDeletion(tx, experiment.id);
  const at = clock.now();
  if (!deletion?.held_state || !isHeld(deletion, at)) throw tooLate();
  await setExperimentStates(tx, [experiment], deletion.held_state, {
    reason: 'user took the deletion back',
    userId,
    at,
  });
  await takeBackDeletion(tx, deletion);
}
