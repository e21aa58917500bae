import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { optional, text } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';

export const groupsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/group-management',
  validateSearch: (raw: Record<string, unknown>) => {
    const { sort, page, size } = tableSearch(raw);
    return optional({ sort, page, size, name: text(raw, 'name') });
  },
  // Without roles in force groups give nothing.
  beforeLoad: async () => {
    if (!(await loadClusterInfo()).rbacEnabled) throw redirect({ to: '/admin/user-management', replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => beginLoading(import('./load-groups.ts'), (file) => file.loadGroups(deps)),
  component: lazyRouteComponent(() => import('./list/groups-page.tsx'), 'GroupsPage'),
});
