import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#platform/routing/root-routes.ts';

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  loader: () => {
    // A file that does not come is the page's own business.
    void import('./load-home.ts').then(
      (file) => file.loadHome(),
      () => {},
    );
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
