import { auditActions, auditKinds } from '@determined/contract/identity/audit-kinds.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '#platform/api/query-client.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { oneOf, optional, text } from '#platform/routing/search-params.ts';
import { auditQuery } from './list/audit-query.ts';

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/audit-log',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      action: oneOf(raw, 'action', auditActions),
      kind: oneOf(raw, 'kind', auditKinds),
      /** The first day, YYYY-MM-DD. */
      from: /^\d{4}-\d\d-\d\d$/.test(text(raw, 'from') ?? '') ? text(raw, 'from') : undefined,
    }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(auditQuery(deps)),
  component: lazyRouteComponent(() => import('./list/audit-page.tsx'), 'AuditPage'),
});
