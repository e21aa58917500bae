import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { ownExperimentsRequest } from './own-experiments.ts';

/** What Home asks for; apart, as the first screen does without the contract of our own calls. */
export function loadHome(): void {
  prefetch(getOwnExperimentRowsRoute, ownExperimentsRequest());
  prefetch(getProjectsByUserActivityRoute, { limit: 5 });
}
