import './user-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { userChanged } from './shared/user-events.ts';
import { usersRoutes } from './users-routes.ts';

export const usersSlice: Slice = {
  routes: usersRoutes,
  hints: [hintsOf(userChanged, ({ userId }) => [{ entity: 'user', of: { user: userId } }])],
};
