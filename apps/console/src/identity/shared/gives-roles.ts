import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Rule } from '#platform/session/may.ts';

/** Who gives roles for the whole cluster: the call itself is asked place by place. */
export const givesRoles: Rule = { ...assignRolesRoute.needs, permission: 'ASSIGN_ROLES' };
