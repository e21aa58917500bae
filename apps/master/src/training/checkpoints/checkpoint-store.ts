import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { storeCheckpointTotals } from '../life/shared/experiment-store.ts';
import { lockMetricsToChange } from '../metrics/shared/lock-metrics.ts';
import type { StoredCheckpointState } from './checkpoint-tables.ts';

export interface NewCheckpoint {
  uuid: string;
  task_id: string;
  allocation_id: string | null;
  trial_id: number | null;
  experiment_id: number | null;
  report_time: string;
  steps: number;
  resources: Record<string, number>;
  metadata: Record<string, unknown>;
  storage_id: number | null;
  training_metrics: string | null;
  validation_metrics: string | null;
  searcher_metric: number | null;
}

/** False when the uuid is taken. */
export async function insertCheckpoint(tx: Tx, checkpoint: NewCheckpoint): Promise<boolean> {
  const inserted = await tx
    .insertInto('checkpoints')
    .values({
      ...checkpoint,
      state: 'COMPLETED',
      resources: JSON.stringify(checkpoint.resources),
      size: sizeOf(checkpoint.resources),
      metadata: JSON.stringify(checkpoint.metadata),
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function sizeOf(resources: Record<string, number>): number {
  return Object.values(resources).reduce((sum, size) => sum + size, 0);
}

/** Locks what a change of checkpoints changes with them: experiments before trials, as everywhere. */
export async function lockOwners(
  tx: Tx,
  owners: readonly { trial_id: number | null; experiment_id: number | null }[],
): Promise<void> {
  const experiments = owners.map((owner) => owner.experiment_id).filter((id) => id !== null);
  const trials = owners.map((owner) => owner.trial_id).filter((id) => id !== null);
  const rows = (table: 'experiments' | 'trials', ids: number[]) =>
    tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .orderBy('id');
  await lockRows(tx, 'work', rows('experiments', experiments), { key: 'id' });
  await lockRows(tx, 'part', rows('trials', trials), { key: 'id', part: 'id' });
  // A report at the checkpoint's step comes before it or after it, and then finds it.
  await lockMetricsToChange(tx, trials);
}

/** Numbers and sizes of what still exists, on trials and experiments; their rows must be locked. */
export async function updateTotals(
  tx: Tx,
  owners: readonly { trial_id: number | null; experiment_id: number | null }[],
): Promise<void> {
  const experiments = [...new Set(owners.map((owner) => owner.experiment_id).filter((id) => id !== null))];
  const trials = [...new Set(owners.map((owner) => owner.trial_id).filter((id) => id !== null))];
  await storeCheckpointTotals(tx, { trialIds: trials, experimentIds: experiments });
}

/** The checkpoint's new state, recorded with who told and why, and what files it still has; without them they stay as recorded. */
export async function updateFiles(
  tx: Tx,
  { id, state: from }: { id: number; state: StoredCheckpointState },
  state: StoredCheckpointState,
  change: { reason: string; userId: number | null; at: Date },
  resources?: Record<string, number>,
): Promise<void> {
  const files = resources ? { resources: JSON.stringify(resources), size: sizeOf(resources) } : {};
  await tx
    .updateTable('checkpoints')
    .set({ state, ...files })
    .where('id', '=', id)
    .execute();
  if (state === from) return;
  const { reason, userId: user_id, at } = change;
  await tx
    .insertInto('checkpoint_history')
    .values({ checkpoint_id: id, from_state: from, to_state: state, user_id, reason, at: at.toISOString() })
    .execute();
}
