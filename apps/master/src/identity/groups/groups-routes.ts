import * as contract from '@determined/contract/identity/groups-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const groupsRoutes: Served[] = [
  serve(contract.getGroupRoute, notImplemented),
  serve(contract.getGroupsRoute, notImplemented),
  serve(contract.createGroupRoute, notImplemented),
  serve(contract.updateGroupRoute, notImplemented),
  serve(contract.deleteGroupRoute, notImplemented),
  serve(contract.assignMultipleGroupsRoute, notImplemented),
];
