import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { detailSearch } from '#training/shared/detail-search.ts';

const page = lazyRouteComponent(() => import('./detail/experiment-page.tsx'), 'ExperimentPage');

export const experimentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/experiments/$experimentId/{-$tab}',
  validateSearch: detailSearch,
  component: page,
});

/** One visualization: a tab of a tab. */
export const visualizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/experiments/$experimentId/visualization/$viz',
  validateSearch: detailSearch,
  component: page,
});

/** What organisation's project route shows; app/router.ts gives it to that route. */
export const projectPage = lazyRouteComponent(() => import('./list/project-page.tsx'), 'ProjectPage');

export const experimentRoutes = [experimentRoute, visualizationRoute] as const;
