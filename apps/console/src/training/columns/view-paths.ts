import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';

/** A table as somebody has seen it. */
export const viewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/v/$key',
  loader: ({ params: { key } }) =>
    beginLoading(import('./shared/table/views/load-view.ts'), (file) => file.loadView(key)),
  component: lazyRouteComponent(() => import('./view-page.tsx'), 'ViewPage'),
});
