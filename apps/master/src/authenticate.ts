import { authenticateUser, bearerToken } from './identity/sessions/shared/authenticate-user.ts';
import type { Caller } from './platform/http/context.ts';
import type { Authenticate } from './platform/http/serve.ts';
import type { Master } from './platform/master.ts';
import { authenticateAllocation, rememberedAllocation } from './tasks/allocations/shared/authenticate-allocation.ts';

/** Who calls: people by their sessions, tasks by their own tokens. */
export function callersOf(master: Master): Authenticate {
  return async (credentials) => {
    // The first that is present decides, even if a later one would be good (facts: contract, Authentication).
    if (credentials.userToken !== undefined) return authenticateUser(master, bearerToken(credentials.userToken), false);
    if (credentials.authorization !== undefined) return authenticateBearer(master, credentials.authorization);
    if (credentials.cookie !== undefined) return authenticateUser(master, credentials.cookie, true);
    return authenticateAllocation(master, bearerToken(credentials.allocationToken ?? ''));
  };
}

/** A bearer token is a user's, or a task's own: its runner has no other way to say who it is. */
async function authenticateBearer(master: Master, header: string): Promise<Caller> {
  const token = bearerToken(header);
  // Most calls are reports of tasks: they need not be looked for among the users each time.
  const task = rememberedAllocation(master, token);
  if (task) return task;
  try {
    return await authenticateUser(master, token, false);
  } catch (refused) {
    return authenticateAllocation(master, token).catch(() => {
      throw refused;
    });
  }
}
