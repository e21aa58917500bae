import { getGlobalConfigPoliciesRoute } from '@determined/contract/organisation/config-policies-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';

export const clusterPoliciesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/config-policies',
  loader: () => prefetch(getGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT' }),
  component: lazyRouteComponent(() => import('./edit/cluster-policies-page.tsx'), 'ClusterPoliciesPage'),
});
