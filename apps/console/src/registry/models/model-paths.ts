import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { ids, optional, text, texts } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';

const modelsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/models',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      ...tableSearch(raw),
      /** Parts of names and descriptions. */
      name: text(raw, 'name'),
      description: text(raw, 'description'),
      workspaces: ids(raw, 'workspaces'),
      tags: texts(raw, 'tags'),
      users: ids(raw, 'users'),
    }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => beginLoading(import('./load-models.ts'), (file) => file.loadModels(deps)),
  component: lazyRouteComponent(() => import('./list/models-page.tsx'), 'ModelsPage'),
});

/** Its name in the address; the id does as well. */
const modelRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/models/$modelId',
  validateSearch: (raw: Record<string, unknown>) => {
    const { sort, page, size } = tableSearch(raw);
    return optional({ sort, page, size });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ params: { modelId }, deps }) =>
    beginLoading(import('./load-models.ts'), (file) => file.loadModel(modelId, deps)),
  component: lazyRouteComponent(() => import('./detail/model-page.tsx'), 'ModelPage'),
});

const versionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/models/$modelId/versions/$versionNum/{-$tab}',
  loader: ({ params: { modelId, versionNum } }) =>
    beginLoading(import('./load-models.ts'), (file) => file.loadVersion(modelId, versionNum)),
  component: lazyRouteComponent(() => import('./detail/version-page.tsx'), 'VersionPage'),
});

export const modelRoutes = [modelsRoute, modelRoute, versionRoute] as const;
