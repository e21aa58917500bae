import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { columnsToAsk } from '#training/experiments/shared/columns-to-ask.ts';

/** What Home shows of one's experiments; the page and its loader ask the same. */
export const ownExperimentsRequest: Request<typeof getOwnExperimentRowsRoute> = {
  query: {
    columns: columnsToAsk(['name', 'project', 'state', 'curve', 'searcherMetricsVal', 'duration', 'startTime']),
  },
};
