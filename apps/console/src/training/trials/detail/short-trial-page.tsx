import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useTrial } from '../shared/use-trial.ts';
import { TrialUnavailable } from './trial-unavailable.tsx';

/** /trials/17: finds the experiment and goes to the whole address. */
export function ShortTrialPage() {
  const { trialId = '', tab } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const valid = /^\d+$/.test(trialId);
  const query = useTrial(valid ? Number(trialId) : undefined);
  const trial = query.data?.trial;
  if (trial) {
    return (
      <Navigate
        to="/experiments/$experimentId/trials/$trialId/{-$tab}"
        params={{ experimentId: String(trial.experimentId), trialId, tab }}
        search={search}
        replace
      />
    );
  }
  return <TrialUnavailable trialId={trialId} query={query} />;
}
