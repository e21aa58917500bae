import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { detailSearch } from '../shared/detail-search.ts';

export const trialRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/experiments/$experimentId/trials/$trialId/{-$tab}',
  validateSearch: detailSearch,
  component: lazyRouteComponent(() => import('./detail/trial-page.tsx'), 'TrialPage'),
});

/** The short address; the page finds the experiment and puts the whole one in its place. */
export const shortTrialRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/trials/$trialId/{-$tab}',
  validateSearch: detailSearch,
  component: lazyRouteComponent(() => import('./detail/short-trial-page.tsx'), 'ShortTrialPage'),
});

export const trialRoutes = [trialRoute, shortTrialRoute] as const;
