import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { flag, oneOf, optional, wholeNumber } from '#platform/routing/search-params.ts';
import { loadOwners } from '../shared/use-owners.ts';
import { workspaceSearch } from '../shared/workspace-search.ts';
import { workspacesRequest } from './list/workspaces-request.ts';

/** What a list filters by owner: everything, one's own, others'. Absent means everything. */
export const workspaceListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/workspaces',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      whose: oneOf(raw, 'whose', ['mine', 'others']),
      archived: flag(raw, 'archived'),
      sort: oneOf(raw, 'sort', ['newest']),
      view: oneOf(raw, 'view', ['grid']),
      page: wholeNumber(raw, 'page', 2),
      size: wholeNumber(raw, 'size', 10),
    }),
  loaderDeps: ({ search: { whose, archived, sort } }) => ({ whose, archived, sort }),
  loader: ({ deps }) =>
    prefetch(
      getWorkspacesRoute,
      loadOwners(deps.whose).then((ids) => workspacesRequest(deps, ids)),
    ),
  component: lazyRouteComponent(() => import('./list/workspace-list-page.tsx'), 'WorkspaceListPage'),
});

/** A workspace with its tabs. What the tabs hold belongs to slices above, so app/router.ts gives the route its page. */
export const workspaceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/workspaces/$workspaceId/{-$tab}',
  validateSearch: workspaceSearch,
});
