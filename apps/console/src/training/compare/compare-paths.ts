import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { flag, oneOf, optional, structure, text, wholeNumber } from '#platform/routing/search-params.ts';

/** Experiments side by side, or with `of=run` runs, as a page of its own. */
export const compareRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/experiment-compare',
  validateSearch: searchIn,
  loaderDeps: ({ search: { id: ids = [], of = 'experiment' as const, projectId, filter, archived } }) => ({
    ids,
    of,
    ...optional({ projectId, filter, archived }),
  }),
  loader: ({ deps }) => beginLoading(import('./shared/load-comparison.ts'), (file) => file.loadComparison(deps)),
  component: lazyRouteComponent(() => import('./page/compare-page.tsx'), 'ComparePage'),
});

const idsOf = (raw: unknown): number[] => {
  const ids = [raw].flat().map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
};

export function searchIn(raw: Record<string, unknown>) {
  return optional({
    id: idsOf(raw.id),
    of: oneOf(raw, 'of', ['run']),
    /** The view that they were chosen from: by default all of the first one's project. */
    projectId: wholeNumber(raw, 'projectId', 1),
    filter: structure(raw, 'filter'),
    archived: flag(raw, 'archived'),
    /** Whose each colour is, ids with commas between and 0 for nobody; without it they go by the order of the ids. */
    hues: text(raw, 'hues'),
    tab: oneOf(raw, 'tab', ['hyperparameters', 'details']),
    look: structure(raw, 'look'),
  });
}
