import * as contract from '@determined/contract/cluster/resource-pools-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { listAvailablePools, listBoundWorkspaces } from './available-pools.ts';
import { getKubernetesResourceManagers, listResourcePools } from './list-resource-pools.ts';

export const resourcePoolsRoutes: Served[] = [
  serve(contract.getResourcePoolsRoute, listResourcePools),
  serve(contract.getKubernetesResourceManagersRoute, getKubernetesResourceManagers),
  serve(contract.listRPsBoundToWorkspaceRoute, listAvailablePools),
  serve(contract.listWorkspacesBoundToRPRoute, listBoundWorkspaces),
  serve(contract.bindRPToWorkspaceRoute, notImplemented),
  serve(contract.unbindRPFromWorkspaceRoute, notImplemented),
  serve(contract.overwriteRPWorkspaceBindingsRoute, notImplemented),
];
