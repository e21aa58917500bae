import * as contract from '@determined/contract/identity/groups-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { assignMultipleGroups, createGroup, deleteGroup, updateGroup } from './change-groups.ts';
import { getGroup } from './get-group.ts';
import { listGroups } from './list-groups.ts';

export const groupsRoutes: Served[] = [
  serve(contract.getGroupRoute, getGroup),
  serve(contract.getGroupsRoute, listGroups),
  serve(contract.createGroupRoute, createGroup),
  serve(contract.updateGroupRoute, updateGroup),
  serve(contract.deleteGroupRoute, deleteGroup),
  serve(contract.assignMultipleGroupsRoute, assignMultipleGroups),
];
