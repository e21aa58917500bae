import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '#platform/routing/root-routes.ts';
import { optional, text } from '#platform/routing/search-params.ts';

/** The manual, also for who is not signed in. */
export const manualRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/docs/{-$page}',
  validateSearch: (raw: Record<string, unknown>) => optional({ q: text(raw, 'q') }),
  component: lazyRouteComponent(() => import('./manual-page.tsx'), 'ManualPage'),
});
