import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import { readSetting } from '#platform/settings/settings.ts';
import { keptTrials, listedTrials, type TrialSearch } from './detail/trials/kept-trials.ts';
import { trialsRequest } from './detail/trials/trials-request.ts';

/** `trials`: which part of its table of trials is going to be shown, if any. */
export function loadExperiment(named: string, trials?: TrialSearch): void {
  const experimentId = numberOf(named);
  if (experimentId === undefined) return;
  prefetch(getExperimentRoute, { experimentId });
  if (!trials) return;
  const listed = listedTrials(readSetting(keptTrials(experimentId)), trials);
  prefetch(getExperimentTrialsRoute, trialsRequest(experimentId, listed));
}
