import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { storeBestTrials } from '../../life/shared/experiment-store.ts';

/**
 * Of the trials that are shown. The experiment's best trial is the one with the smallest signed searcher metric, the older one of equals; of a search
 * for a single one that trial, once it has reported a validation.
 */
export async function updateBestTrials(tx: Tx, experimentIds: readonly number[]): Promise<void> {
  await storeBestTrials(
    tx,
    sql`select e.id, coalesce(t.id, case when e.searcher_type = 'single'
        then (select min(s.id) from trials s where s.experiment_id = e.id) end), t.value
      from experiments e left join lateral (
        select m.trial_id as id, m.searcher_metric_value as value from trial_metrics m
        where m.experiment_id = e.id and m.searcher_metric_value_signed is not null
          and not exists (select from run_deletions d where d.trial_id = m.trial_id and d.error is null)
        order by m.searcher_metric_value_signed, m.trial_id limit 1) t on true
      where e.id = any(${experimentIds}::int[])`,
  );
}
