import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { oneOf, optional, text } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { usersRequest } from './list/users-request.ts';

const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/user-management', replace: true });
  },
});

export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/user-management',
  validateSearch: (raw: Record<string, unknown>) => {
    const { sort, page, size } = tableSearch(raw);
    return optional({
      sort,
      page,
      size,
      /** Part of a username or display name. */
      name: text(raw, 'name'),
      role: oneOf(raw, 'role', ['admin', 'non-admin']),
      status: oneOf(raw, 'status', ['active', 'deactivated']),
    });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetch(getUsersRoute, usersRequest(deps)),
  component: lazyRouteComponent(() => import('./list/users-page.tsx'), 'UsersPage'),
});

export const userRoutes = [adminRoute, usersRoute] as const;
