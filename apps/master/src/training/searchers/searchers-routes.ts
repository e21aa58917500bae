import * as contract from '@determined/contract/training/searchers-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { getBestSearcherValidationMetric } from '../metrics/shared/get-best-searcher-metric.ts';

export const searchersRoutes: Served[] = [
  serve(contract.getBestSearcherValidationMetricRoute, getBestSearcherValidationMetric),
  serve(contract.previewHPSearchRoute, notImplemented),
];
