import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '#platform/routing/root-routes.ts';

/** A table as somebody has seen it. */
export const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/v/$key',
  loader: ({ params: { key } }) => {
    // A file that does not come is the page's own business.
    void import('./shared/table/views/load-view.ts').then(
      ({ loadView }) => loadView(key),
      () => {},
    );
  },
  component: lazyRouteComponent(() => import('./view-page.tsx'), 'ViewPage'),
});
