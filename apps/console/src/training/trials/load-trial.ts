import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';

export function loadTrial(trial: string, experiment?: string): void {
  const trialId = numberOf(trial);
  if (trialId !== undefined) prefetch(getTrialRoute, { trialId });
  const experimentId = numberOf(experiment);
  if (experimentId !== undefined) prefetch(getExperimentRoute, { experimentId });
}
