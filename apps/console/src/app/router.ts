import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { clusterRoutes } from '#cluster/master-info/cluster-paths.ts';
import { auditRoute } from '#identity/audit/audit-paths.ts';
import { authRoutes } from '#identity/auth/auth-paths.ts';
import { groupsRoute } from '#identity/groups/group-paths.ts';
import { userRoutes } from '#identity/users/user-paths.ts';
import { clusterPoliciesRoute } from '#organisation/config-policies/config-policy-paths.ts';
import { policiesTab } from '#organisation/config-policies/shared/policies-tab.ts';
import { projectRoute, projectsRoute, workspacePage } from '#organisation/projects/project-paths.ts';
import { templatesTab } from '#organisation/templates/shared/templates-tab.ts';
import { templatesRoute } from '#organisation/templates/template-paths.ts';
import { workspaceListRoute, workspaceRoute } from '#organisation/workspaces/workspace-paths.ts';
import { setCurrentRouter } from '#platform/routing/current-router.ts';
import { rootRoute, signedInRoute } from '#platform/routing/root-routes.ts';
import { basePath, safeTarget } from '#platform/routing/safe-target.ts';
import { optional, text } from '#platform/routing/search-params.ts';
import { searchText } from '#platform/routing/search-text.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';
import { modelRoutes } from '#registry/models/model-paths.ts';
import { modelsTab } from '#registry/models/shared/models-tab.ts';
import { registerCheckpoints } from '#registry/models/shared/register-checkpoints.ts';
import { viewRoute } from '#training/columns/view-paths.ts';
import { compareRoute } from '#training/compare/compare-paths.ts';
import { experimentRoutes, searchRoute } from '#training/experiments/experiment-paths.ts';
import { trialCode } from '#training/experiments/shared/trial-code.tsx';
import { receiptRoutes } from '#training/receipts/receipt-paths.ts';
import { projectPage } from '#training/runs/run-paths.ts';
import { searchRuns } from '#training/runs/shared/search-runs.tsx';
import { detailRoute } from '#training/shared/detail-route.ts';
import { shortTrialRoute, trialRoute } from '#training/trials/trial-paths.ts';
import { ErrorPage } from './error-page.tsx';
import { homeRoutes } from './home/home-paths.ts';
import { LoadingPage } from './loading-page.tsx';
import { manualRoute } from './manual/manual-paths.ts';

const landingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const { rbacEnabled } = await loadClusterInfo();
    throw redirect({ to: rbacEnabled ? '/dashboard' : '/workspaces', replace: true });
  },
});

const reloadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reload',
  validateSearch: (raw: Record<string, unknown>) => optional({ path: text(raw, 'path') }),
  beforeLoad: ({ search }) => {
    throw redirect({ href: safeTarget(search.path) ?? basePath, replace: true });
  },
});

/** A path that is no page goes to the default landing; a page whose thing is missing shows NotFoundPage. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signedInRoute
      .update({ component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell') })
      .addChildren([
        landingRoute,
        ...homeRoutes,
        ...userRoutes,
        groupsRoute,
        auditRoute,
        workspaceListRoute,
        templatesRoute,
        clusterPoliciesRoute,
        ...clusterRoutes,
        workspaceRoute.update(workspacePage([modelsTab, templatesTab, policiesTab])),
        projectsRoute,
        projectRoute.update(projectPage),
        ...modelRoutes,
        ...receiptRoutes,
        viewRoute,
        compareRoute,
        detailRoute
          .update({ staticData: { register: registerCheckpoints } })
          .addChildren([
            ...experimentRoutes,
            searchRoute.update({ staticData: { runs: searchRuns } }),
            trialRoute.update({ staticData: { code: trialCode } }),
            shortTrialRoute,
          ]),
      ]),
    ...authRoutes,
    manualRoute,
    reloadRoute,
    unknownRoute,
  ]),
  basepath: basePath,
  stringifySearch: searchText,
  context: {},
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 150,
  // What has come is shown: by default it would wait until the page before it had been seen for half a second.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});
setCurrentRouter(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
