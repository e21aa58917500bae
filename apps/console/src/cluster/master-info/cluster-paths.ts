import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { logSearch } from '#platform/log-reader/log-search.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { optional } from '#platform/routing/search-params.ts';

const clusterRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/clusters/{-$tab}',
  validateSearch: (raw: Record<string, unknown>) => {
    // Agents, containers, ranks and sources are of tasks' lines.
    const { q, regex, all, since, until, level, wrap, fold } = logSearch(raw);
    return optional({ q, regex, all, since, until, level, wrap, fold });
  },
  beforeLoad: ({ params: { tab } }) => {
    if (tab === undefined) throw redirect({ to: '/clusters/{-$tab}', params: { tab: 'logs' }, replace: true });
  },
  component: lazyRouteComponent(() => import('./detail/cluster-page.tsx'), 'ClusterPage'),
});

const logsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/logs',
  beforeLoad: () => {
    throw redirect({ to: '/clusters/{-$tab}', params: { tab: 'logs' }, replace: true });
  },
});

export const clusterRoutes = [clusterRoute, logsRoute] as const;
