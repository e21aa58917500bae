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

// Of other accounts only id, names and state are shown without ADMINISTRATE_USER.
export const getUsersRoute = /* @__PURE__ */ route(getUsersData, { needs: { more: true }, reads: ['user', 'role'] });
// As in the list.
export const getUserRoute = /* @__PURE__ */ route(getUserData, {
  needs: { more: true },
  reads: ['user'],
  of: { user: 'userId' },
});
// As in the list.
export const getUserByUsernameRoute = /* @__PURE__ */ route(getUserByUsernameData, {
  needs: { more: true },
  reads: ['user'],
});
export const getMeRoute = /* @__PURE__ */ route(getMeData, { needs: signedIn, reads: ['user', 'session'] });
export const postUserRoute = /* @__PURE__ */ route(postUserData, {
  needs: { permission: 'ADMINISTRATE_USER', on: 'cluster', withoutRbac: 'admin' },
  changes: ['user', 'group'],
});
export const setUserPasswordRoute = /* @__PURE__ */ route(setUserPasswordData, {
  needs: { permission: 'ADMINISTRATE_USER', on: 'user', by: 'userId', withoutRbac: 'self' },
  changes: ['user', 'session'],
});
// Each field asked to change has its own rule: display name and password oneself or ADMINISTRATE_USER, the rest
// ADMINISTRATE_USER; without roles renaming oneself is allowed, the rest is for admins.
export const patchUserRoute = /* @__PURE__ */ route(patchUserData, { needs: { more: true }, changes: ['user'] });
// ADMINISTRATE_USER (without roles: admin); a refusal is each item's answer.
export const patchUsersRoute = /* @__PURE__ */ route(patchUsersData, { needs: { more: true }, changes: ['user'] });
export const postUserActivityRoute = /* @__PURE__ */ route(postUserActivityData, {
  needs: { permission: 'VIEW_PROJECT', on: 'project', by: 'entityId' },
  changes: ['project'],
});
