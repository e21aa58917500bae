import { route } from '../route.ts';
import {
  assignMultipleGroupsData,
  createGroupData,
  deleteGroupData,
  getGroupData,
  getGroupsData,
  updateGroupData,
} from './groups-generated.ts';

// Members, and who holds ASSIGN_ROLES anywhere; for others there is no such group.
export const getGroupRoute = /* @__PURE__ */ route(getGroupData, { needs: { more: true }, reads: ['group', 'user'] });
// One's own groups; all with ASSIGN_ROLES anywhere.
export const getGroupsRoute = /* @__PURE__ */ route(getGroupsData, { needs: { more: true }, reads: ['group', 'user'] });
export const createGroupRoute = /* @__PURE__ */ route(createGroupData, {
  needs: { permission: 'UPDATE_GROUP', on: 'cluster', withoutRbac: 'admin' },
  changes: ['group', 'user'],
});
export const updateGroupRoute = /* @__PURE__ */ route(updateGroupData, {
  needs: { permission: 'UPDATE_GROUP', on: 'cluster', withoutRbac: 'admin' },
  changes: ['group', 'user'],
});
export const deleteGroupRoute = /* @__PURE__ */ route(deleteGroupData, {
  needs: { permission: 'UPDATE_GROUP', on: 'cluster', withoutRbac: 'admin' },
  changes: ['group', 'role', 'user'],
});
export const assignMultipleGroupsRoute = /* @__PURE__ */ route(assignMultipleGroupsData, {
  needs: { permission: 'UPDATE_GROUP', on: 'cluster', withoutRbac: 'admin' },
  changes: ['group', 'user'],
});
