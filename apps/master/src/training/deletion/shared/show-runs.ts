import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { changeTrialCounts } from '../../life/shared/experiment-store.ts';
import { trialChanged } from '../../life/shared/trial-events.ts';
import type { TrialRow } from '../../life/shared/trial-state.ts';
import { updateBestTrials } from '../../metrics/shared/update-best-trials.ts';

/** What their experiments say of them follows runs that are seen no more, or again. */
export async function showRuns(
  tx: Tx,
  trials: readonly Pick<TrialRow, 'id' | 'experiment_id'>[],
  shown: boolean,
): Promise<void> {
  const changes = new Map<number, number>();
  for (const { experiment_id: id } of trials) changes.set(id, (changes.get(id) ?? 0) + (shown ? 1 : -1));
  await changeTrialCounts(tx, changes);
  await updateBestTrials(tx, [...changes.keys()]);
  for (const { id, experiment_id } of trials) publish(tx, trialChanged, { trialId: id, experimentId: experiment_id });
}
