import * as contract from '@determined/contract/cluster/resource-pools-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { bindPool, overwriteBindings, refuseDefaultPool, unbindPool } from './bind-pool.ts';
import { listAvailablePools, listBoundWorkspaces } from './list-bindings.ts';
import { getKubernetesResourceManagers, listResourcePools } from './list-resource-pools.ts';

export const resourcePoolsRoutes: Served[] = [
  serve(contract.getResourcePoolsRoute, listResourcePools),
  serve(contract.getKubernetesResourceManagersRoute, getKubernetesResourceManagers),
  serve(contract.listRPsBoundToWorkspaceRoute, listAvailablePools),
  serve(contract.listWorkspacesBoundToRPRoute, listBoundWorkspaces),
  serve(contract.bindRPToWorkspaceRoute, bindPool, { refusedToAll: refuseDefaultPool }),
  serve(contract.unbindRPFromWorkspaceRoute, unbindPool),
  serve(contract.overwriteRPWorkspaceBindingsRoute, overwriteBindings, { refusedToAll: refuseDefaultPool }),
];
