import { route, signedIn } from '../route.ts';
import {
  getMeData,
  getUserByUsernameData,
  getUserData,
  getUsersData,
  patchUserData,
  patchUsersData,
  postUserActivityData,
  postUserData,
  setUserPasswordData,
} from './users-generated.ts';

export const getUsersRoute = /* @__PURE__ */ route(getUsersData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'user',
        by: ['users.admin', 'users.remote', 'users.agentUserGroup', 'users.modifiedAt', 'users.lastAuthAt'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
      },
    ],
  },
  reads: ['user', 'role'],
});
export const getUserRoute = /* @__PURE__ */ route(getUserData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'user',
        by: ['user.admin', 'user.remote', 'user.agentUserGroup', 'user.modifiedAt', 'user.lastAuthAt'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
      },
    ],
  },
  reads: ['user'],
  of: { user: 'userId' },
});
export const getUserByUsernameRoute = /* @__PURE__ */ route(getUserByUsernameData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'user',
        by: ['user.admin', 'user.remote', 'user.agentUserGroup', 'user.modifiedAt', 'user.lastAuthAt'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
      },
    ],
  },
  reads: ['user'],
});
export const getMeRoute = /* @__PURE__ */ route(getMeData, { needs: signedIn, reads: ['user', 'session'] });
export const postUserRoute = /* @__PURE__ */ route(postUserData, {
  needs: {
    permission: 'ADMINISTRATE_USER',
    on: 'cluster',
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'only admin privileged users can create users' },
  },
  changes: ['user', 'group'],
});
export const setUserPasswordRoute = /* @__PURE__ */ route(setUserPasswordData, {
  needs: {
    permission: 'ADMINISTRATE_USER',
    on: 'user',
    by: 'userId',
    withoutRbac: 'self',
    refusal: {
      withoutRoles: "only admin privileged users can change other user's passwords",
      withRoles: "only admin privileged users can change other user's passwords",
    },
  },
  changes: ['user', 'session'],
});
export const patchUserRoute = /* @__PURE__ */ route(patchUserData, {
  needs: {
    on: 'user',
    by: 'userId',
    checks: [
      {
        kind: 'fields',
        of: 'request',
        on: 'user',
        by: ['user.admin', 'user.active', 'user.agentUserGroup'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admin privileged users can update users' },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'user',
        by: ['user.remote'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admin privileged users can update other users' },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'user',
        by: ['user.username'],
        needs: ['ADMINISTRATE_USER'],
        own: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
        refusal: { withoutRoles: 'only admin privileged users can update other users' },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'user',
        by: ['user.displayName'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
        refusal: {
          withoutRoles: "only admin privileged users can set another user's display name",
          withRoles: "only admin privileged users can set another user's display name",
        },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'user',
        by: ['user.password'],
        needs: ['ADMINISTRATE_USER'],
        withoutRbac: 'self',
        refusal: {
          withoutRoles: "only admin privileged users can change other user's passwords",
          withRoles: "only admin privileged users can change other user's passwords",
        },
      },
    ],
  },
  changes: ['user'],
});
export const patchUsersRoute = /* @__PURE__ */ route(patchUsersData, {
  needs: {
    checks: [
      {
        kind: 'each',
        on: 'user',
        by: 'userIds',
        needs: ['ADMINISTRATE_USER'],
        refuses: 'item',
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admin privileged users can update users' },
      },
    ],
  },
  changes: ['user'],
});
export const postUserActivityRoute = /* @__PURE__ */ route(postUserActivityData, {
  needs: { permission: 'VIEW_PROJECT', on: 'project', by: 'entityId' },
  changes: ['project'],
});
