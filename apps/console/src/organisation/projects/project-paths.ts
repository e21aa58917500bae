import { getGroupsAndUsersAssignedToWorkspaceRoute } from '@determined/contract/identity/roles-routes.ts';
import { uncategorizedProjectId } from '@determined/contract/limits.ts';
import { getWorkspaceProjectsRoute, getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { numberOf, optional, structure, text, wholeNumber } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { projectTab } from '#platform/switches/thing-words.ts';
import { type ProjectListSearch, projectListSearch } from '../shared/project-list-search.ts';
import { loadOwners } from '../shared/use-owners.ts';
import { projectsRequest } from './list/projects-request.ts';
import type { WorkspaceTab } from './shared/workspace-tab.ts';

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  beforeLoad: () => {
    throw redirect({
      to: '/projects/$projectId/{-$tab}',
      params: { projectId: String(uncategorizedProjectId), tab: projectTab() },
      replace: true,
    });
  },
});

/** A project with its tabs. What the tabs hold is training's, so app/router.ts gives the route its page. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId/{-$tab}',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      ...tableSearch(raw),
      /** The table's columns with commas between them; the usual ones without it. */
      columns: text(raw, 'columns'),
      filter: structure(raw, 'filter'),
      /** How a view looks that was opened, and its id where it has a name. */
      look: structure(raw, 'look'),
      view: wholeNumber(raw, 'view', 1),
      /** Which page of the notes, counted from 1. */
      note: wholeNumber(raw, 'note', 1),
    }),
});

/** What the workspaces' route shows: a workspace is its projects, and what slices above keep in it. For app/router.ts. */
export const workspacePage = (tabs: readonly WorkspaceTab[]) => ({
  staticData: { tabs },
  component: lazyRouteComponent(() => import('./list/workspace-page.tsx'), 'WorkspacePage'),
  loaderDeps: ({ search }: { search: Record<string, unknown> }) => {
    const { whose, archived, sort, page } = projectListSearch(search);
    return { whose, archived, sort, page };
  },
  loader: ({ params, deps }: { params: { workspaceId: string; tab?: string }; deps: ProjectListSearch }): void => {
    const id = numberOf(params.workspaceId);
    if (id === undefined) return;
    prefetch(getWorkspaceRoute, { id });
    if (params.tab === 'members') {
      prefetch(getGroupsAndUsersAssignedToWorkspaceRoute, { workspaceId: id });
      return;
    }
    const tab = tabs.find(({ key }) => key === params.tab);
    if (tab) {
      tab.load(id);
      return;
    }
    prefetch(
      getWorkspaceProjectsRoute,
      loadOwners(deps.whose).then((userIds) => projectsRequest({ id }, deps, userIds)),
    );
  },
});
