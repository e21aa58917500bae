import { route, signedIn } from '../route.ts';
import {
  assignRolesData,
  getGroupsAndUsersAssignedToWorkspaceData,
  getPermissionsSummaryData,
  getRolesAssignedToGroupData,
  getRolesAssignedToUserData,
  getRolesByIDData,
  listRolesData,
  removeAssignmentsData,
  searchRolesAssignableToScopeData,
} from './roles-generated.ts';

export const getPermissionsSummaryRoute = /* @__PURE__ */ route(getPermissionsSummaryData, {
  needs: signedIn,
  reads: ['role', 'group', 'session'],
});
// Empty without VIEW_WORKSPACE on the workspace.
export const getGroupsAndUsersAssignedToWorkspaceRoute = /* @__PURE__ */ route(
  getGroupsAndUsersAssignedToWorkspaceData,
  { needs: { more: true }, reads: ['role', 'group', 'user'] },
);
// ASSIGN_ROLES or UPDATE_ROLES anywhere, or all of them held.
export const getRolesByIDRoute = /* @__PURE__ */ route(getRolesByIDData, { needs: { more: true }, reads: ['role'] });
// Oneself, or ASSIGN_ROLES anywhere.
export const getRolesAssignedToUserRoute = /* @__PURE__ */ route(getRolesAssignedToUserData, {
  needs: { more: true },
  reads: ['role', 'group'],
});
// Members, or ASSIGN_ROLES anywhere.
export const getRolesAssignedToGroupRoute = /* @__PURE__ */ route(getRolesAssignedToGroupData, {
  needs: { more: true },
  reads: ['role', 'group'],
});
// VIEW_WORKSPACE on the workspace, or at cluster scope where none is given.
export const searchRolesAssignableToScopeRoute = /* @__PURE__ */ route(searchRolesAssignableToScopeData, {
  needs: { more: true },
  reads: ['role'],
});
// All with ASSIGN_ROLES or UPDATE_ROLES anywhere, else one's own.
export const listRolesRoute = /* @__PURE__ */ route(listRolesData, { needs: { more: true }, reads: ['role'] });
// ASSIGN_ROLES at every scope named, and every permission of the role that is given.
export const assignRolesRoute = /* @__PURE__ */ route(assignRolesData, {
  needs: { withoutRbac: 'admin', more: true },
  changes: ['role', 'group', 'user', 'workspace'],
});
// As for giving; the cluster's last ClusterAdmin stays.
export const removeAssignmentsRoute = /* @__PURE__ */ route(removeAssignmentsData, {
  needs: { withoutRbac: 'admin', more: true },
  changes: ['role', 'group', 'user', 'workspace'],
});
