import { getTemplatesRoute } from '@determined/contract/organisation/templates-routes.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { optional, text, wholeNumber } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { templatesRequest } from './list/templates-request.ts';

export const templatesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates',
  validateSearch: (raw: Record<string, unknown>) => {
    const { sort, page, size } = tableSearch(raw);
    return optional({ sort, page, size, name: text(raw, 'name'), workspace: wholeNumber(raw, 'workspace', 1) });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetch(getTemplatesRoute, templatesRequest(deps)),
  component: lazyRouteComponent(() => import('./list/templates-page.tsx'), 'TemplatesPage'),
});
