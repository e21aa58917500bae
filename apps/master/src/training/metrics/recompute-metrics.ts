import type { Tx } from '#platform/db/database.ts';
import { groupsOf, readByArrival } from './read-rows.ts';
import { isoOf } from './report-time.ts';
import type { SearcherMetric } from './shared/metric-report.ts';
import { applyReport, noMetrics, type TrialMetrics } from './trial-metrics.ts';

/** What a trial's reports come to, from those that still count; after a rollback. The trial's metrics must be locked. */
export async function recomputeMetrics(tx: Tx, trialId: number, searcher: SearcherMetric): Promise<TrialMetrics> {
  const state = noMetrics();
  for (const group of await groupsOf(tx, trialId)) {
    for await (const rows of readByArrival(tx, trialId, group)) {
      for (const row of rows) applyReport(state, { ...row, group, time: isoOf(row.time) }, searcher);
    }
  }
  return state;
}
