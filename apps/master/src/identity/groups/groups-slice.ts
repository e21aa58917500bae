import './group-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { groupsRoutes } from './groups-routes.ts';
import { groupChanged } from './shared/group-events.ts';

export const groupsSlice: Slice = {
  routes: groupsRoutes,
  hints: [hintsOf(groupChanged, ({ groupId }) => [{ entity: 'group', of: { group: groupId } }])],
};
