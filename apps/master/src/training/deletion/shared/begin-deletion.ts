import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { refuseExperimentsNeeded } from '../../checkpoints/shared/kept-checkpoints.ts';
import { type ActedExperiment, setExperimentStates } from '../../life/shared/experiment-state.ts';
import { insertDeletions } from '../deletion-store.ts';
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
export const beginDeletion = (master: Master, tx: Tx, experiment: ActedExperiment, asked: Asked): Promise<void> =>
  beginDeletions(master, tx, [experiment], asked);

/** The same with several; throws where something needs checkpoints of one of them. */
export async function beginDeletions(
  master: Master,
  tx: Tx,
  experiments: readonly ActedExperiment[],
  { userId, reason = 'user requested delete', at = master.clock.now(), heldUntil }: Asked,
): Promise<void> {
  await refuseExperimentsNeeded(
    master,
    tx,
    experiments.map(({ id }) => id),
  );
  await setExperimentStates(tx, experiments, 'DELETING', { reason, userId, at });
  await insertDeletions(tx, experiments, { userId, at, heldUntil });
  // Who deletes looks again by himself when it is held no longer.
  if (!heldUntil) for (const { id } of experiments) publish(tx, deletionAsked, { experimentId: id });
}
