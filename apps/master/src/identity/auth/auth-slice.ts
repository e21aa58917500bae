import './auth-tables.ts';
import { runEvery } from '#platform/run-every.ts';
import type { Slice } from '#platform/slice.ts';
import { authRoutes } from './auth-routes.ts';
import { deleteExpiredLinks } from './sign-in-link.ts';

export const authSlice: Slice = {
  routes: authRoutes,
  setUp: (master) => {
    runEvery(master, 3_600_000, 'deleting expired sign-in links', () => deleteExpiredLinks(master.db));
  },
};
