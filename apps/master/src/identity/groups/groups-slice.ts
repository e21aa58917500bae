import './group-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { remoteGroupsTold } from '../auth/shared/remote-user-hooks.ts';
import { followRemoteGroups } from './follow-remote-groups.ts';
import { groupsRoutes } from './groups-routes.ts';
import { groupChanged } from './shared/group-events.ts';

export const groupsSlice: Slice = {
  routes: groupsRoutes,
  setUp: (master) => void remoteGroupsTold.on(master, (tx, told) => followRemoteGroups(tx, told, master.log)),
  hints: [hintsOf(groupChanged, ({ groupId }) => [{ entity: 'group', of: { group: groupId } }])],
};
