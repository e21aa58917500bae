import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import { detailRoute } from '../shared/detail-route.ts';

function loadTrial(trial: string, experiment?: string): void {
  const trialId = numberOf(trial);
  if (trialId !== undefined) prefetch(getTrialRoute, { trialId });
  const experimentId = numberOf(experiment);
  if (experimentId !== undefined) prefetch(getExperimentRoute, { experimentId });
}

export const trialRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/trials/$trialId/{-$tab}',
  loader: ({ params }) => loadTrial(params.trialId, params.experimentId),
  component: lazyRouteComponent(() => import('./detail/trial-page.tsx'), 'TrialPage'),
});

/** The short address; the page finds the experiment and puts the whole one in its place. */
export const shortTrialRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/trials/$trialId/{-$tab}',
  loader: ({ params }) => loadTrial(params.trialId),
  component: lazyRouteComponent(() => import('./detail/short-trial-page.tsx'), 'ShortTrialPage'),
});
