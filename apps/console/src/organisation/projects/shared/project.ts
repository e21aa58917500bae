import type { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Reply } from '@determined/contract/route.ts';

export type Project = NonNullable<Reply<typeof getProjectRoute>['project']>;
