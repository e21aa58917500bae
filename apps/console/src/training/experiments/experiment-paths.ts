import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { detailRoute } from '../shared/detail-route.ts';

const page = lazyRouteComponent(() => import('./detail/experiment-page.tsx'), 'ExperimentPage');

function loadExperiment(named: string): void {
  const experimentId = numberOf(named);
  if (experimentId !== undefined) prefetch(getExperimentRoute, { experimentId });
}

const experimentRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/{-$tab}',
  loader: ({ params }) => loadExperiment(params.experimentId),
  component: page,
});

/** One visualization: a tab of a tab. */
const visualizationRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/visualization/$viz',
  loader: ({ params }) => loadExperiment(params.experimentId),
  component: page,
});

export const experimentRoutes = [experimentRoute, visualizationRoute] as const;

type ProjectSearch = TableSearch & { archived?: boolean };

/** What organisation's project route shows; app/router.ts gives it to that route. */
export const projectPage = {
  component: lazyRouteComponent(() => import('./list/project-page.tsx'), 'ProjectPage'),
  loaderDeps: ({ search: { sort, page, size, archived } }: { search: ProjectSearch }) => ({
    sort,
    page,
    size,
    archived,
  }),
  loader: ({ params, deps }: { params: { projectId: string }; deps: ProjectSearch }): void => {
    const id = numberOf(params.projectId);
    if (id === undefined) return;
    prefetch(getProjectRoute, { id });
    // A file that does not come is the page's own business.
    void import('./list/load-experiment-rows.ts').then(
      (file) => file.loadExperimentRows(id, deps),
      () => {},
    );
  },
};
