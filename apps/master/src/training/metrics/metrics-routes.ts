import { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getRunCurvesRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { getExperimentCurvesRoute, getExperimentPointsRoute } from '@determined/contract/training/ext-routes.ts';
import {
  compareTrialsRoute,
  expMetricNamesRoute,
  getExperimentValidationHistoryRoute,
  getMetricsRoute,
  getTrainingMetricsRoute,
  getValidationMetricsRoute,
  metricBatchesRoute,
  reportTrialMetricsRoute,
  reportTrialTrainingMetricsRoute,
  reportTrialValidationMetricsRoute,
  trialsSampleRoute,
  trialsSnapshotRoute,
} from '@determined/contract/training/metrics-routes.ts';
import { getBestSearcherValidationMetricRoute } from '@determined/contract/training/searchers-routes.ts';
import { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { compareTrials } from './compare-trials.ts';
import { getBestSearcherValidationMetric } from './get-best-searcher-metric.ts';
import { getExperimentCurves } from './get-experiment-curves.ts';
import { getExperimentPoints } from './get-experiment-points.ts';
import { getRunCurves } from './get-run-curves.ts';
import { getValidationHistory } from './get-validation-history.ts';
import { listTrialWorkloads } from './list-trial-workloads.ts';
import { getProjectNumericMetricsRange } from './metric-ranges.ts';
import { reportTrialMetrics, reportTrialTrainingMetrics, reportTrialValidationMetrics } from './report-metrics.ts';
import { streamMetricBatches } from './stream-metric-batches.ts';
import { streamMetricNames } from './stream-metric-names.ts';
import { streamMetrics, streamTrainingMetrics, streamValidationMetrics } from './stream-metric-reports.ts';
import { streamTrialsSample } from './stream-trials-sample.ts';
import { streamTrialsSnapshot } from './stream-trials-snapshot.ts';

export const metricsRoutes: readonly Served[] = [
  serve(reportTrialMetricsRoute, reportTrialMetrics),
  serve(reportTrialTrainingMetricsRoute, reportTrialTrainingMetrics),
  serve(reportTrialValidationMetricsRoute, reportTrialValidationMetrics),
  serve(compareTrialsRoute, compareTrials),
  serve(getMetricsRoute, streamMetrics),
  serve(getTrainingMetricsRoute, streamTrainingMetrics),
  serve(getValidationMetricsRoute, streamValidationMetrics),
  serve(expMetricNamesRoute, streamMetricNames),
  serve(metricBatchesRoute, streamMetricBatches),
  serve(trialsSnapshotRoute, streamTrialsSnapshot),
  serve(trialsSampleRoute, streamTrialsSample),
  serve(getExperimentValidationHistoryRoute, getValidationHistory),
  serve(getProjectNumericMetricsRangeRoute, getProjectNumericMetricsRange),
  serve(getTrialWorkloadsRoute, listTrialWorkloads),
  serve(getBestSearcherValidationMetricRoute, getBestSearcherValidationMetric),
  serveExt(getExperimentCurvesRoute, getExperimentCurves),
  serveExt(getRunCurvesRoute, getRunCurves),
  serveExt(getExperimentPointsRoute, getExperimentPoints),
];
