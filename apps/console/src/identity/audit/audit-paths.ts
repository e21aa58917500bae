import { auditActions, auditKinds } from '@determined/contract/identity/audit-kinds.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { oneOf, optional, text } from '#platform/routing/search-params.ts';

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
  loader: ({ deps }) => beginLoading(import('./load-audit.ts'), (file) => file.loadAudit(deps)),
  component: lazyRouteComponent(() => import('./list/audit-page.tsx'), 'AuditPage'),
});
