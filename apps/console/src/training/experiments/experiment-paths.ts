import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { optional, structure, text } from '#platform/routing/search-params.ts';
import { detailRoute } from '../shared/detail-route.ts';
import type { TrialSearch } from './detail/trials/kept-trials.ts';
import { loadVisualization } from './visualization/drawn-by.tsx';

const page = lazyRouteComponent(() => import('./detail/experiment-page.tsx'), 'ExperimentPage');

/** `trials`: which part of its table of trials is going to be shown, if any. */
function loadExperiment(named: string, trials?: TrialSearch): void {
  beginLoading(import('./load-experiment.ts'), (file) => file.loadExperiment(named, trials));
}

const experimentRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/{-$tab}',
  loaderDeps: ({ search: { sort, page, size, state } }) => ({ sort, page, size, state }),
  loader: ({ params, deps }) => loadExperiment(params.experimentId, params.tab === 'trials' ? deps : undefined),
  component: page,
});

/** What runs stand in, where they stand by themselves; app/router.ts gives it their table. */
export const searchRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/searches/$searchId/{-$tab}',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({ columns: text(raw, 'columns'), filter: structure(raw, 'filter') }),
  loader: ({ params }) => loadExperiment(params.searchId),
  component: lazyRouteComponent(() => import('./search/search-page.tsx'), 'SearchPage'),
});

/** One visualization: a tab of a tab. */
const visualizationRoute = createRoute({
  getParentRoute: () => detailRoute,
  path: '/experiments/$experimentId/visualization/$viz',
  loader: ({ params }) => {
    loadExperiment(params.experimentId);
    loadVisualization(params.viz);
  },
  component: page,
});

export const experimentRoutes = [experimentRoute, visualizationRoute] as const;
