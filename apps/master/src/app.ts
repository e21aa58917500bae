import type { FastifyInstance } from 'fastify';
import { masterInfoRoutes } from './cluster/master-info/master-info-routes.ts';
import { authRoutes } from './identity/auth/auth-routes.ts';
import { authenticateUser, bearerToken } from './identity/auth/shared/authenticate-user.ts';
import { usersRoutes } from './identity/users/users-routes.ts';
import type { SubjectFinders } from './platform/http/authorise.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { Authenticate, Served } from './platform/http/serve.ts';
import { serveConsole } from './platform/http/serve-console.ts';
import type { Master } from './platform/master.ts';
import { allocationsRoutes } from './tasks/allocations/allocations-routes.ts';
import { authenticateAllocation } from './tasks/allocations/shared/authenticate-allocation.ts';
import { taskKinds } from './tasks/shared/task-kind.ts';
import { trialIsOver } from './training/experiments/experiment-life.ts';
import { experimentsRoutes } from './training/experiments/experiments-routes.ts';
import { trialHooks } from './training/trials/trial-hooks.ts';
import { trialTaskKind } from './training/trials/trial-task.ts';

/** Every slice's table of contents. The only list of all routes there is. */
export const allRoutes: readonly Served[] = [
  ...authRoutes,
  ...usersRoutes,
  ...masterInfoRoutes,
  ...allocationsRoutes,
  ...experimentsRoutes,
];

const finders: SubjectFinders = {};

/** Puts the slices together: routes, sign-in, and what one band registers with another below it. */
export async function createApp(master: Master): Promise<FastifyInstance> {
  taskKinds(master).set('TRIAL', trialTaskKind(master));
  trialHooks(master).over.push(trialIsOver);
  const authenticate: Authenticate = async (credentials) => {
    // The first that is present decides, even if a later one would be good (facts: contract, Authentication).
    if (credentials.userToken !== undefined) return authenticateUser(master, bearerToken(credentials.userToken), false);
    if (credentials.authorization !== undefined)
      return authenticateUser(master, bearerToken(credentials.authorization), false);
    if (credentials.cookie !== undefined) return authenticateUser(master, credentials.cookie, true);
    return authenticateAllocation(master, bearerToken(credentials.allocationToken ?? ''));
  };
  const server = createHttpServer({ master, authenticate, finders }, allRoutes);
  await serveConsole(server);
  return server;
}
