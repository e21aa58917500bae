import type { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Request } from '#platform/api/call.ts';

/** Those that the reader may see, by name. */
export const allWorkspaces: Request<typeof getWorkspacesRoute> = { sortBy: 'SORT_BY_NAME', limit: 0 };
