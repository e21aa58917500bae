import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { findStanding } from '../metrics/shared/find-standing.ts';
import type { ReportingTrial } from '../metrics/shared/metric-hooks.ts';
import type { MetricReport, SearcherMetric } from '../metrics/shared/metric-report.ts';
import { type MetricValues, searcherValue, trainingGroup, validationGroup } from '../metrics/shared/metric-values.ts';

/** Checkpoints carry the trial's training and validation reports at their step; this brings new reports to them. */
export async function updateCheckpointMetrics(
  tx: Tx,
  reports: readonly MetricReport[],
  trials: ReadonlyMap<number, ReportingTrial>,
): Promise<void> {
  const training = newestOf(reports, trainingGroup);
  const validation = newestOf(reports, validationGroup);
  if (training.length > 0) {
    await sql`update checkpoints c set training_metrics = v.metrics::jsonb
      from unnest(${training.map((report) => report.trialId)}::int[], ${training.map((report) => report.steps)}::int[],
        ${training.map((report) => JSON.stringify(report.values))}::text[]) as v (trial, steps, metrics)
      where c.trial_id = v.trial and c.steps = v.steps`.execute(tx);
  }
  if (validation.length > 0) {
    const values = validation.map((report) => numberOf(report.values, trials.get(report.trialId)?.searcher));
    await sql`update checkpoints c set validation_metrics = v.metrics::jsonb, searcher_metric = v.value
      from unnest(${validation.map((report) => report.trialId)}::int[], ${validation.map((report) => report.steps)}::int[],
        ${validation.map((report) => JSON.stringify(report.values))}::text[], ${values}::float8[])
        as v (trial, steps, metrics, value)
      where c.trial_id = v.trial and c.steps = v.steps`.execute(tx);
  }
}

/** One update may touch a row once: of several reports at a step (one was added to) the last has all. */
function newestOf(reports: readonly MetricReport[], group: string): MetricReport[] {
  const byStep = new Map<string, MetricReport>();
  for (const report of reports) {
    if (report.group === group) byStep.set(`${report.trialId} ${report.steps}`, report);
  }
  return [...byStep.values()];
}

function numberOf(values: MetricValues, searcher: SearcherMetric | undefined): number | null {
  if (!searcher || !Object.hasOwn(values, searcher.name)) return null;
  const value = searcherValue(values[searcher.name]);
  return value === 'invalid' ? null : value;
}

export interface MetricsAtStep {
  training_metrics: string | null;
  validation_metrics: string | null;
  searcher_metric: number | null;
}

/** The columns of a checkpoint at a step, from the reports that count. */
export async function metricsAtStep(
  db: Db,
  trialId: number,
  steps: number,
  searcher: SearcherMetric,
): Promise<MetricsAtStep> {
  const training = await findStanding(db, trialId, trainingGroup, steps);
  const validation = await findStanding(db, trialId, validationGroup, steps);
  return {
    training_metrics: training ? JSON.stringify(training.values) : null,
    validation_metrics: validation ? JSON.stringify(validation.values) : null,
    searcher_metric: validation ? numberOf(validation.values, searcher) : null,
  };
}

/** After a rollback: checkpoints from that step on are looked up again. */
export async function refreshCheckpointMetrics(tx: Tx, trial: ReportingTrial, fromSteps: number): Promise<void> {
  const later = await tx
    .selectFrom('checkpoints')
    .select(['id', 'steps'])
    .where('trial_id', '=', trial.id)
    .where('steps', '>=', fromSteps)
    .execute();
  for (const { id, steps } of later) {
    const metrics = await metricsAtStep(tx, trial.id, steps, trial.searcher);
    await tx.updateTable('checkpoints').set(metrics).where('id', '=', id).execute();
  }
}
