import { sql } from 'kysely';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { bestMetrics } from './shared/ranges/best-metrics.ts';

const everyMs = 300_000;

/** Folds changes into the ranges of metrics now and then, so that who asks finds few; whoever asks first does the same. */
export function keepRanges(master: Master): void {
  runEvery(master, everyMs, 'keeping ranges of metrics', async () => {
    const { rows } = await sql<{ project_id: number }>`select project_id from metric_range_changes
      union select project_id from trial_metrics where not in_ranges order by 1`.execute(master.db);
    for (const { project_id } of rows) {
      if (master.stopping.aborted) return;
      await bestMetrics(master.db, project_id);
    }
  });
}
