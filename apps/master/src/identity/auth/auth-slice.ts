import './auth-tables.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import type { Slice } from '#platform/slice.ts';
import { authRoutes } from './auth-routes.ts';
import { deleteExpiredLinks } from './sign-in-link.ts';

export const authSlice: Slice = {
  routes: authRoutes,
  setUp: (master) => {
    runEvery(master, 3_600_000, 'deleting expired sign-in links', () => deleteExpiredLinks(master.db));
    warnOfGroups(master);
  },
};

/** As on the platform: groups are followed only where roles are in force. Facts: sign-in by others 1.1. */
function warnOfGroups({ config, log }: Master): void {
  if (config.oidc.enabled && config.oidc.groups_attribute_name !== '') {
    log.warn('oidc.groups_attribute_name has no effect: groups and roles are not in force on this server');
  }
}
