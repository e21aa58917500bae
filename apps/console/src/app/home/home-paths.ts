import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  loader: () => {
    beginLoading(import('./load-home.ts'), (file) => file.loadHome());
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
