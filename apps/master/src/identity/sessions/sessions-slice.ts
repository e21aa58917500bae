import { runEvery } from '#platform/run-every.ts';
import type { Slice } from '#platform/slice.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { deleteExpiredSessions } from './shared/session-store.ts';

export const sessionsSlice: Slice = {
  routes: sessionsRoutes,
  setUp: (master) => runEvery(master, 3_600_000, 'deleting expired sessions', () => deleteExpiredSessions(master.db)),
};
