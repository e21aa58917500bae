import './role-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { rightsEnding } from '../shared/rights-hooks.ts';
import { keepAClusterAdmin, lockClusterAdmins } from './role-store.ts';
import { rolesRoutes } from './roles-routes.ts';
import { rolesGiven } from './shared/role-events.ts';

export const rolesSlice: Slice = {
  routes: rolesRoutes,
  setUp: (master) => {
    if (master.config.security.authz.type !== 'rbac') return;
    rightsEnding.on(master, async (tx, lost) => {
      await lockClusterAdmins(tx);
      await keepAClusterAdmin(tx, lost);
    });
  },
  hints: [
    hintsOf(rolesGiven, ({ workspaceId }) => [
      { entity: 'role', ...(workspaceId === null ? {} : { of: { workspace: workspaceId } }) },
    ]),
  ],
};
