import { getRouteApi } from '@tanstack/react-router';
import { numberOf } from '#platform/routing/search-params.ts';
import { useTrial } from '../../shared/use-trial.ts';
import { TrialRedirect } from './trial-redirect.tsx';
import { TrialUnavailable } from './trial-unavailable.tsx';

const route = getRouteApi('/signed-in/detail/trials/$trialId/{-$tab}');

/** /trials/17: finds the experiment and goes to the whole address. */
export function ShortTrialPage() {
  const { trialId, tab } = route.useParams();
  const query = useTrial(numberOf(trialId));
  const trial = query.data?.trial;
  if (trial) return <TrialRedirect experimentId={trial.experimentId} trialId={trialId} tab={tab} />;
  return <TrialUnavailable trialId={trialId} query={query} />;
}
