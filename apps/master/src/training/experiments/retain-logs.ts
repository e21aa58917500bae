import type {
  putExperimentRetainLogsRoute,
  putExperimentsRetainLogsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { retentionDays } from '../trials/shared/log-retention.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { retain } from './shared/experiment-acts.ts';

/** How many days the logs of all its trials are kept; -1 for ever. Facts: platform semantics 7.4. */
export const retainExperimentLogs: Handler<typeof putExperimentRetainLogsRoute> = async (request, ctx) => {
  await actOnExperiment(ctx, request.experimentId, retain(retentionDays(request.numDays)));
  return {};
};

export const retainExperimentsLogs: Handler<typeof putExperimentsRetainLogsRoute> = async (request, ctx) =>
  actOnExperiments(ctx, request, retain(retentionDays(request.numDays)));
