import { invalidArgument } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type {
  reportTrialMetricsRoute,
  reportTrialTrainingMetricsRoute,
  reportTrialValidationMetricsRoute,
} from '@determined/contract/training/metrics-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { isTaskSession } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { takingTurns } from '#platform/turns.ts';
import { checkReport } from './check-report.ts';
import { metricKeeper } from './metric-keeper.ts';
import {
  type JsonValue,
  type MetricValues,
  normaliseValues,
  trainingGroup,
  validationGroup,
} from './shared/metric-values.ts';
import { storableTime } from './shared/storable-time.ts';

type TrialMetrics = RequestOf<typeof reportTrialMetricsRoute>['metrics'];

/** One report of a trial's metrics: checked whole, committed, then acknowledged. */
export const reportTrialMetrics: Handler<typeof reportTrialMetricsRoute> = async ({ metrics, group }, ctx) => {
  await report(metrics, group, ctx);
  return {};
};

export const reportTrialTrainingMetrics: Handler<typeof reportTrialTrainingMetricsRoute> = async (
  { trainingMetrics },
  ctx,
) => {
  await report(trainingMetrics, trainingGroup, ctx);
  return {};
};

export const reportTrialValidationMetrics: Handler<typeof reportTrialValidationMetricsRoute> = async (
  { validationMetrics },
  ctx,
) => {
  await report(validationMetrics, validationGroup, ctx);
  return {};
};

async function report(metrics: TrialMetrics, group: string, ctx: Context): Promise<void> {
  if (!metrics?.metrics) throw invalidArgument('metrics must be given');
  const { avgMetrics, batchMetrics } = metrics.metrics;
  const pause = takingTurns();
  const checked = {
    trialId: metrics.trialId,
    runId: metrics.trialRunId,
    group,
    steps: metrics.stepsCompleted,
    time: storableTime('reportTime', metrics.reportTime ?? ctx.master.clock.now().toISOString()),
    // Free-form objects are what JSON text held.
    values: normaliseValues((avgMetrics ?? {}) as MetricValues),
    batchMetrics: batchMetrics.length > 0 ? (batchMetrics as JsonValue[]) : null,
    taskId: isTaskSession(ctx.session) ? ctx.session.taskId : null,
  };
  await pause();
  checkReport(checked);
  await pause();
  await metricKeeper(ctx.master).writer.write(checked);
}
