import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callQuery, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { isSettled } from './experiment.ts';

/** Its place in the queue, which the answer holds too, is asked for apart, while it waits. */
const shownOfExperiment = ['experiment', 'trial', 'progress', 'checkpoint', 'project', 'workspace'] as const;

/** An experiment, read again until it has ended. */
export function useExperiment(id: number, { enabled = true } = {}) {
  const known = useQueryClient().getQueryData(callQuery(getExperimentRoute, { experimentId: id }).queryKey);
  const settled = known?.experiment ? isSettled(known.experiment.state) : false;
  return useCallQuery(
    getExperimentRoute,
    { experimentId: id },
    { enabled, poll: settled ? false : pollEvery.store, shows: shownOfExperiment },
  );
}
