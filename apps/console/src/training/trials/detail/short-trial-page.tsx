import { useParams } from '@tanstack/react-router';
import { useTrial } from '../../shared/use-trial.ts';
import { TrialRedirect } from './trial-redirect.tsx';
import { TrialUnavailable } from './trial-unavailable.tsx';

/** /trials/17: finds the experiment and goes to the whole address. */
export function ShortTrialPage() {
  const { trialId = '', tab } = useParams({ strict: false });
  const valid = /^\d+$/.test(trialId);
  const query = useTrial(valid ? Number(trialId) : undefined);
  const trial = query.data?.trial;
  if (trial) return <TrialRedirect experimentId={trial.experimentId} trialId={trialId} tab={tab} />;
  return <TrialUnavailable trialId={trialId} query={query} />;
}
