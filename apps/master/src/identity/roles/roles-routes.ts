import { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { getClusterHoldersRoute } from '@determined/contract/identity/role-ext-routes.ts';
import * as contract from '@determined/contract/identity/roles-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { assignRoles, removeAssignments } from './assign-roles.ts';
import { listClusterHolders } from './list-cluster-holders.ts';
import { listGroupRows } from './list-group-rows.ts';
import { listWorkspaceMembers } from './list-workspace-members.ts';
import {
  getPermissionsSummary,
  getRolesAssignedToGroup,
  getRolesAssignedToUser,
  getRolesByID,
  listRoles,
  searchRolesAssignableToScope,
} from './read-roles.ts';

export const rolesRoutes: Served[] = [
  serve(contract.getPermissionsSummaryRoute, getPermissionsSummary),
  serve(contract.getGroupsAndUsersAssignedToWorkspaceRoute, listWorkspaceMembers),
  serve(contract.getRolesByIDRoute, getRolesByID),
  serve(contract.getRolesAssignedToUserRoute, getRolesAssignedToUser),
  serve(contract.getRolesAssignedToGroupRoute, getRolesAssignedToGroup),
  serve(contract.searchRolesAssignableToScopeRoute, searchRolesAssignableToScope),
  serve(contract.listRolesRoute, listRoles),
  serve(contract.assignRolesRoute, assignRoles),
  serve(contract.removeAssignmentsRoute, removeAssignments),
  serveExt(getGroupRowsRoute, listGroupRows),
  serveExt(getClusterHoldersRoute, listClusterHolders),
];
