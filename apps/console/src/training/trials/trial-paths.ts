import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { detailRoute } from '../shared/detail-route.ts';

function loadTrial(trial: string, experiment?: string): void {
  beginLoading(import('./load-trial.ts'), (file) => file.loadTrial(trial, experiment));
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
