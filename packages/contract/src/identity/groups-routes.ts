import { route } from '../route.ts';
import {
  assignMultipleGroupsData,
  createGroupData,
  deleteGroupData,
  getGroupData,
  getGroupsData,
  updateGroupData,
} from './groups-generated.ts';

export const getGroupRoute = /* @__PURE__ */ route(getGroupData, {
  needs: {
    checks: [{ kind: 'self', on: 'group', by: 'groupId', needs: ['ASSIGN_ROLES'], at: 'anywhere', asked: 'handler' }],
  },
  reads: ['group', 'user'],
});
export const getGroupsRoute = /* @__PURE__ */ route(getGroupsData, {
  needs: { checks: [{ kind: 'scope', on: 'group', by: 'groups', needs: ['ASSIGN_ROLES'], at: 'anywhere' }] },
  reads: ['group', 'user'],
});
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
