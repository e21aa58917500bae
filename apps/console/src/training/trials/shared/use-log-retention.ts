import { getTrialRemainingLogRetentionDaysRoute } from '@determined/contract/training/trials-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';

/** Days for which a trial's logs are still kept; undefined while none of its tasks has ended. */
export function useLogRetention(trialId: number | undefined): number | undefined {
  const { data } = useCallQuery(
    getTrialRemainingLogRetentionDaysRoute,
    { id: trialId ?? 0 },
    { enabled: trialId !== undefined },
  );
  return data?.remainingDays;
}
