import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** No report of these trials is stored until the transaction ends. Behind the trials' own rows, if those are locked too. */
export async function lockMetrics(tx: Tx, trialIds: readonly number[]): Promise<void> {
  await sql`select 1 from trial_metrics where trial_id = any(${trialIds}::int[]) order by trial_id for no key update`.execute(
    tx,
  );
}
