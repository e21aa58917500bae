import './role-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { rolesRoutes } from './roles-routes.ts';
import { rolesGiven } from './shared/role-events.ts';

export const rolesSlice: Slice = {
  routes: rolesRoutes,
  hints: [
    hintsOf(rolesGiven, ({ workspaceId }) => [
      { entity: 'role', ...(workspaceId === null ? {} : { of: { workspace: workspaceId } }) },
    ]),
  ],
};
