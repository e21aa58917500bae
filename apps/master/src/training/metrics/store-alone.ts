import { CompiledQuery } from 'kysely';
import { announce } from '#platform/bus/bus.ts';
import type { Db } from '#platform/db/database.ts';
import { mayRunAgain } from '#platform/db/transaction.ts';
import { headsText, type LockedTrial, nameKey } from './metric-store.ts';
import { summaryText } from './metric-summary.ts';
import { metricsReported } from './shared/metric-events.ts';
import type { MetricReport } from './shared/metric-report.ts';
import { metricType, partitionOf, validationGroup } from './shared/metric-values.ts';
import type { IncomingReport, MetricMemory } from './store-reports.ts';
import { applyReport, rollbackOf, type TrialMetrics } from './trial-metrics.ts';

/** What has more names is written in turns. */
const mostNames = 1_000;

/**
 * Stores a trial's next report in one statement, where what is remembered of the trial says that nothing else follows from
 * it: the commonest write of all needs neither a transaction nor a read. False when the report is to be
 * stored the long way. The version stands for what the statement cannot see: whoever has changed what reports
 * depend on, has changed it while he held the trial's metrics (decision 0153).
 */
export async function storeAlone(db: Db, report: IncomingReport, memory: MetricMemory, now: string): Promise<boolean> {
  const known = memory.states.get(report.trialId);
  const { steps } = report;
  if (!known || steps === undefined) return false;
  const next = { ...report, steps };
  if (!isPlain(known, next) || !namesKnown(memory, known, next)) return false;
  const { trial, state } = known;
  // Taken out: it is about to change, and comes back only when that is stored.
  memory.states.delete(trial.id);
  applyReport(state, next, trial.searcher);
  if (!(await save(db, next, known, now))) return false;
  memory.states.set(trial.id, { trial: { ...trial, version: trial.version + 1 }, state });
  announce(db, metricsReported, { trials: [{ trialId: trial.id, experimentId: trial.experimentId }] });
  return true;
}

/** It only adds to the end of its group, and no checkpoint, searcher or best value asks for it. */
function isPlain(
  { trial, state }: { trial: LockedTrial; state: TrialMetrics },
  report: MetricReport & Reporter,
): boolean {
  const { group, runId, steps, taskId } = report;
  if (group === validationGroup || partitionOf(group) === 'profiling' || trial.hasCheckpoints) return false;
  if (runId !== trial.runId || (taskId !== null && !trial.taskIds.includes(taskId))) return false;
  const head = state.heads.get(group);
  if (head?.run !== runId || head.max === null || steps <= Math.max(head.max, head.olderMax ?? -1)) return false;
  return rollbackOf(state, report) === null;
}

type Reporter = Pick<IncomingReport, 'taskId'>;

function namesKnown(
  memory: MetricMemory,
  { trial: { experimentId }, state }: { trial: LockedTrial; state: TrialMetrics },
  { group, values }: MetricReport,
): boolean {
  const entries = Object.entries(values);
  return (
    [...state.summary.values()].reduce((sum, names) => sum + names.size, 0) <= mostNames &&
    entries.every(([name, value]) => memory.names.has(nameKey({ experimentId, group, name, type: metricType(value) })))
  );
}

/** Written out, as for each report: a template would be put together again for each. */
const saving = `with kept as (
    update trial_metrics m set summary_metrics = $1::json, heads = $2::jsonb, version = m.version + 1,
      total_batches = $3, reported_at = $4::timestamptz, in_ranges = false
    from trials t where m.trial_id = $5 and m.version = $6
      and t.id = m.trial_id and t.run_id = $7 and t.checkpoint_count = 0
    returning m.trial_id)
  insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics, batch_metrics)
  select trial_id, $8::text, $7::int, $9::int, $10::timestamptz, $11::text, $12::text from kept`;

/** False when the trial is not as it is remembered: then nothing is stored. */
async function save(
  db: Db,
  { runId, group, steps, time, values, batchMetrics }: MetricReport,
  { trial, state }: { trial: LockedTrial; state: TrialMetrics },
  now: string,
): Promise<boolean> {
  const kept = [await summaryText(state.summary), headsText(state.heads), state.totalBatches, now];
  const batches = batchMetrics === null ? null : JSON.stringify(batchMetrics);
  const reported = [group, steps, time, JSON.stringify(values), batches];
  const parameters = [...kept, trial.id, trial.version, runId, ...reported];
  try {
    const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(saving, parameters));
    return numAffectedRows === 1n;
  } catch (error) {
    if (mayRunAgain(error)) return false;
    throw error;
  }
}
