import * as contract from '@determined/contract/identity/roles-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { getPermissionsSummary, listRoles } from './read-roles.ts';

export const rolesRoutes: Served[] = [
  serve(contract.getPermissionsSummaryRoute, getPermissionsSummary),
  serve(contract.getGroupsAndUsersAssignedToWorkspaceRoute, notImplemented),
  serve(contract.getRolesByIDRoute, notImplemented),
  serve(contract.getRolesAssignedToUserRoute, notImplemented),
  serve(contract.getRolesAssignedToGroupRoute, notImplemented),
  serve(contract.searchRolesAssignableToScopeRoute, notImplemented),
  serve(contract.listRolesRoute, listRoles),
  serve(contract.assignRolesRoute, notImplemented),
  serve(contract.removeAssignmentsRoute, notImplemented),
];
