import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { refuseExperimentNeeded } from '../../checkpoints/shared/kept-checkpoints.ts';
import { type ExperimentRow, setExperimentState } from '../../life/shared/experiment-state.ts';
import { insertDeletion } from '../deletion-store.ts';
import { deletionAsked } from './deletion-events.ts';

interface Asked {
  userId: number;
  reason?: string;
  at?: Date;
  /** Until then nothing of it goes, and `restoreExperiment` takes it back. */
  heldUntil?: Date | undefined;
}

/**
 * Marks an experiment as being deleted: it is out of lists and counts at once, its files and rows go in the background.
 * Its row is locked, and the contract's rule has been asked. Facts: platform semantics 1.3.
 */
export async function beginDeletion(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  { userId, reason = 'user requested delete', at = master.clock.now(), heldUntil: until }: Asked,
): Promise<void> {
  await refuseExperimentNeeded(master, tx, experiment.id);
  await setExperimentState(tx, experiment, 'DELETING', { reason, userId, at });
  await insertDeletion(tx, experiment.id, { userId, at, held: until && { until, state: experiment.state } });
  publish(tx, deletionAsked, { experimentId: experiment.id });
}
