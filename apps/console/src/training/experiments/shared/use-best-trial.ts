import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useMemo } from 'react';
import { callQuery, type Request, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { reportedSearcher } from '#training/metrics/shared/reported-searcher.ts';
import { type Experiment, isSettled, type Searcher, searcherOf } from '../../shared/experiment.ts';

const bestTrial = ({ id }: Experiment, config: unknown): Request<typeof getExperimentTrialsRoute> => ({
  experimentId: id,
  sortBy: 'SORT_BY_BEST_VALIDATION_METRIC',
  orderBy: searcherOf(config).smallerIsBetter ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
  limit: 1,
});

/** The experiment's best trial by the searcher's metric; where none has reported that, its first one. */
export function useBestTrial(experiment: Experiment, config: unknown, { enabled = true } = {}) {
  const poll = isSettled(experiment.state) ? false : pollEvery.store;
  return useCallQuery(getExperimentTrialsRoute, bestTrial(experiment, config), { enabled, poll });
}

/** Whether that has been read, and has reported it. */
export function isKnownToValidate(experiment: Experiment, config: unknown): boolean {
  const { queryKey } = callQuery(getExperimentTrialsRoute, bestTrial(experiment, config));
  return Boolean(queryClient.getQueryData(queryKey)?.trials[0]?.bestValidation);
}

/** What the whole page takes for the experiment's searcher: of a detached job without a named metric it is by what that reports. */
export function useSearcher(experiment: Experiment, config: unknown): Searcher {
  const { unmanaged } = experiment;
  const summary = useBestTrial(experiment, config, { enabled: unmanaged }).data?.trials[0]?.summaryMetrics;
  return useMemo(() => reportedSearcher(searcherOf(config), unmanaged, summary), [config, unmanaged, summary]);
}
