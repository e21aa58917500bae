import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#platform/routing/root-routes.ts';

/** A table as somebody has seen it. */
export const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/v/$key',
  component: lazyRouteComponent(() => import('./view-page.tsx'), 'ViewPage'),
});
