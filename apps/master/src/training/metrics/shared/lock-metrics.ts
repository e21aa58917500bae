import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { oneOf } from '#platform/db/one-of.ts';

/** No report of these trials is stored until the transaction ends. Behind the trials' own rows, if those are locked too. */
export async function lockMetrics(tx: Tx, trialIds: readonly number[]): Promise<void> {
  const metrics = tx
    .selectFrom('trial_metrics')
    .select('trial_id')
    .where(oneOf('trial_id', trialIds))
    .orderBy('trial_id');
  await lockRows(tx, 'metrics', metrics, { key: 'trial_id', part: 'trial_id' });
}

/**
 * The same for who changes what reports depend on: a report that is under way with what its master remembers waits for the
 * lock, and then looks again, since the version is another one (docs/decisions/0153-a-report-alone.md).
 */
export async function lockMetricsToChange(tx: Tx, trialIds: readonly number[]): Promise<void> {
  await lockMetrics(tx, trialIds);
  await tx
    .updateTable('trial_metrics')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(oneOf('trial_id', trialIds))
    .execute();
}
