import { itemResults } from '@determined/contract/training/receipt-facts.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { signedInRoute } from '#platform/routing/root-routes.ts';
import { oneOf, optional, text } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';

const receiptRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/receipts/$receiptId',
  validateSearch: (raw: Record<string, unknown>) => {
    const { page, size } = tableSearch(raw);
    return optional({ page, size, result: oneOf(raw, 'result', itemResults), find: text(raw, 'find') });
  },
  loader: ({ params: { receiptId } }) =>
    beginLoading(import('./load-receipts.ts'), (file) => file.loadReceipt(receiptId)),
  component: lazyRouteComponent(() => import('./detail/receipt-page.tsx'), 'ReceiptPage'),
});

const receiptsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/receipts',
  validateSearch: (raw: Record<string, unknown>) => {
    const { page, size } = tableSearch(raw);
    return optional({ page, size, of: oneOf(raw, 'of', ['everybody']) });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => beginLoading(import('./load-receipts.ts'), (file) => file.loadReceipts(deps)),
  component: lazyRouteComponent(() => import('./list/receipts-page.tsx'), 'ReceiptsPage'),
});

export const receiptRoutes = [receiptRoute, receiptsRoute] as const;
