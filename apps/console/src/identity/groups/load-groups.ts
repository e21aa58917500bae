import { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { groupsRequest } from './list/groups-request.ts';

export const loadGroups = (search: Parameters<typeof groupsRequest>[0]): void =>
  prefetch(getGroupRowsRoute, groupsRequest(search));
