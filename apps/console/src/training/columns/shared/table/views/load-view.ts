import { getViewLinkRoute } from '@determined/contract/training/view-ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadView(key: string): void {
  prefetch(getViewLinkRoute, { params: { key } });
}
