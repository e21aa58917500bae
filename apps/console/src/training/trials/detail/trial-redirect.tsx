import { Navigate } from '@tanstack/react-router';

interface TrialRedirectProps {
  experimentId: number;
  trialId: string;
  tab: string | undefined;
}

/** Puts a trial's whole address in the place of another one; the query stays. */
export function TrialRedirect({ experimentId, trialId, tab }: TrialRedirectProps) {
  return (
    <Navigate
      to="/experiments/$experimentId/trials/$trialId/{-$tab}"
      params={{ experimentId: String(experimentId), trialId, tab }}
      search
      replace
    />
  );
}
