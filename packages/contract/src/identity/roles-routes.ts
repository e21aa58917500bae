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
export const getGroupsAndUsersAssignedToWorkspaceRoute = /* @__PURE__ */ route(
  getGroupsAndUsersAssignedToWorkspaceData,
  {
    needs: { checks: [{ kind: 'scope', on: 'workspace', by: 'assignments', needs: ['VIEW_WORKSPACE'] }] },
    reads: ['role', 'group', 'user'],
  },
);
export const getRolesByIDRoute = /* @__PURE__ */ route(getRolesByIDData, {
  needs: {
    checks: [{ kind: 'self', on: 'role', by: 'roleIds', needs: ['ASSIGN_ROLES'], at: 'anywhere', asked: 'handler' }],
  },
  reads: ['role'],
});
export const getRolesAssignedToUserRoute = /* @__PURE__ */ route(getRolesAssignedToUserData, {
  needs: { checks: [{ kind: 'self', on: 'user', by: 'userId', needs: ['ASSIGN_ROLES'], at: 'anywhere' }] },
  reads: ['role', 'group'],
});
export const getRolesAssignedToGroupRoute = /* @__PURE__ */ route(getRolesAssignedToGroupData, {
  needs: {
    checks: [{ kind: 'self', on: 'group', by: 'groupId', needs: ['ASSIGN_ROLES'], at: 'anywhere', asked: 'handler' }],
  },
  reads: ['role', 'group'],
});
export const searchRolesAssignableToScopeRoute = /* @__PURE__ */ route(searchRolesAssignableToScopeData, {
  needs: {
    checks: [{ kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['VIEW_WORKSPACE'], absent: 'cluster' }],
  },
  reads: ['role'],
});
export const listRolesRoute = /* @__PURE__ */ route(listRolesData, {
  needs: { checks: [{ kind: 'scope', on: 'role', by: 'roles', needs: ['ASSIGN_ROLES'], at: 'anywhere' }] },
  reads: ['role'],
});
// ASSIGN_ROLES at every scope named, and every permission of the role that is given.
export const assignRolesRoute = /* @__PURE__ */ route(assignRolesData, {
  needs: {
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'access denied' },
    checks: [
      {
        kind: 'each',
        on: 'workspace',
        by: 'groupRoleAssignments.roleAssignment.scopeWorkspaceId',
        needs: ['ASSIGN_ROLES'],
        withoutRbac: 'admin',
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'workspace',
        by: 'userRoleAssignments.roleAssignment.scopeWorkspaceId',
        needs: ['ASSIGN_ROLES'],
        withoutRbac: 'admin',
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'role',
        by: 'groupRoleAssignments.roleAssignment.role.roleId',
        needs: [],
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'role',
        by: 'userRoleAssignments.roleAssignment.role.roleId',
        needs: [],
        refuses: 'call',
        asked: 'handler',
      },
    ],
  },
  changes: ['role', 'group', 'user', 'workspace'],
});
// As for giving; the cluster's last ClusterAdmin stays.
export const removeAssignmentsRoute = /* @__PURE__ */ route(removeAssignmentsData, {
  needs: {
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'access denied' },
    checks: [
      {
        kind: 'each',
        on: 'workspace',
        by: 'groupRoleAssignments.roleAssignment.scopeWorkspaceId',
        needs: ['ASSIGN_ROLES'],
        withoutRbac: 'admin',
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'workspace',
        by: 'userRoleAssignments.roleAssignment.scopeWorkspaceId',
        needs: ['ASSIGN_ROLES'],
        withoutRbac: 'admin',
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'role',
        by: 'groupRoleAssignments.roleAssignment.role.roleId',
        needs: [],
        refuses: 'call',
        asked: 'handler',
      },
      {
        kind: 'each',
        on: 'role',
        by: 'userRoleAssignments.roleAssignment.role.roleId',
        needs: [],
        refuses: 'call',
        asked: 'handler',
      },
    ],
  },
  changes: ['role', 'group', 'user', 'workspace'],
});
