import { getTrialSystemCurveRoute } from '@determined/contract/training/ext-routes.ts';
import {
  getTrialProfilerAvailableSeriesRoute,
  getTrialProfilerMetricsRoute,
  postTrialProfilerMetricsBatchRoute,
} from '@determined/contract/training/profiler-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { getTrialSystemCurve } from './get-system-curve.ts';
import { postSystemMetrics } from './post-system-metrics.ts';
import { streamSystemMetrics } from './stream-system-metrics.ts';
import { streamSystemSeries } from './stream-system-series.ts';

export const profilerRoutes: readonly Served[] = [
  serve(getTrialProfilerMetricsRoute, streamSystemMetrics),
  serve(getTrialProfilerAvailableSeriesRoute, streamSystemSeries),
  serve(postTrialProfilerMetricsBatchRoute, postSystemMetrics),
  serveExt(getTrialSystemCurveRoute, getTrialSystemCurve),
];
