import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { type ColumnTableSearch, keptSearch } from '../columns/shared/table/kept-table.ts';
import { detailRoute } from '../shared/detail-route.ts';
import { trialsRequest } from './detail/trials-request.ts';

const page = lazyRouteComponent(() => import('./detail/experiment-page.tsx'), 'ExperimentPage');

/** `trials`: which part of its table of trials is going to be shown, if any. */
function loadExperiment(named: string, trials?: TableSearch): void {
  const experimentId = numberOf(named);
  if (experimentId === undefined) return;
  prefetch(getExperimentRoute, { experimentId });
  if (trials) prefetch(getExperimentTrialsRoute, trialsRequest(experimentId, trials));
}

const experimentRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/{-$tab}',
  loaderDeps: ({ search: { sort, page, size } }) => ({ sort, page, size }),
  loader: ({ params, deps }) => loadExperiment(params.experimentId, params.tab === 'trials' ? deps : undefined),
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

/** What organisation's project route shows; app/router.ts gives it to that route. */
export const projectPage = {
  component: lazyRouteComponent(() => import('./list/project-page.tsx'), 'ProjectPage'),
  loaderDeps: ({ search: { sort, page, size, archived, columns, filter } }: { search: ColumnTableSearch }) => ({
    sort,
    page,
    size,
    archived,
    columns,
    filter,
  }),
  /** The address says what the table shows, also where the reader had set it before. */
  beforeLoad: ({
    params,
    search,
  }: {
    params: { projectId: string; tab?: string };
    search: ColumnTableSearch;
  }): void => {
    const id = numberOf(params.projectId);
    const more = id === undefined || params.tab !== 'experiments' ? undefined : keptSearch(id, 'experiments', search);
    if (more) {
      throw redirect({ to: '/projects/$projectId/{-$tab}', params, search: { ...search, ...more }, replace: true });
    }
  },
  loader: ({ params, deps }: { params: { projectId: string }; deps: ColumnTableSearch }): void => {
    const id = numberOf(params.projectId);
    if (id === undefined) return;
    prefetch(getProjectRoute, { id });
    // A file that does not come is the page's own business.
    void import('./list/load-experiment-rows.ts').then(
      ({ loadExperimentRows }) => loadExperimentRows(id, deps),
      () => {},
    );
  },
};
