import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { trialsRequest } from './detail/trials-request.ts';

/** `trials`: which part of its table of trials is going to be shown, if any. */
export function loadExperiment(named: string, trials?: TableSearch): void {
  const experimentId = numberOf(named);
  if (experimentId === undefined) return;
  prefetch(getExperimentRoute, { experimentId });
  if (trials) prefetch(getExperimentTrialsRoute, trialsRequest(experimentId, trials));
}
