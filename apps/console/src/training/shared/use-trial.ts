import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callQuery, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { trialHasEnded } from './trial.ts';

/** A trial, read again until it has ended. With `keep` the one before stays in sight until this one is there. */
export function useTrial(trialId: number | undefined, { keep = false } = {}) {
  const request = { trialId: trialId ?? 0 };
  const known = useQueryClient().getQueryData(callQuery(getTrialRoute, request).queryKey);
  const settled = known?.trial ? trialHasEnded(known.trial.state) : false;
  return useCallQuery(getTrialRoute, request, {
    enabled: trialId !== undefined,
    keep,
    poll: settled ? false : pollEvery.store,
  });
}
