import { getProjectsByUserActivityRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  loader: () => {
    prefetch(getOwnExperimentRowsRoute, { query: {} });
    prefetch(getProjectsByUserActivityRoute, { limit: 5 });
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
