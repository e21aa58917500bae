import './policy-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { workspaceDeleting } from '../workspaces/shared/workspace-hooks.ts';
import { configPoliciesRoutes } from './config-policies-routes.ts';
import { policiesChanged } from './policy-events.ts';
import { deletePolicies } from './policy-store.ts';

export const configPoliciesSlice: Slice = {
  routes: configPoliciesRoutes,
  hints: [
    hintsOf(policiesChanged, ({ workspaceId }) => [
      { entity: 'configPolicy', ...(workspaceId === null ? {} : { of: { workspace: workspaceId } }) },
    ]),
  ],
  setUp: (master) => void workspaceDeleting.on(master, (tx, { workspaceId }) => deletePolicies(tx, workspaceId)),
};
