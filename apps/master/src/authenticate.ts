import { unauthenticated } from '@determined/contract/errors.ts';
import { authenticateUser, bearerToken } from './identity/sessions/shared/authenticate-user.ts';
import { isTaskSession } from './platform/http/context.ts';
import type { Authenticate } from './platform/http/serve.ts';
import type { Master } from './platform/master.ts';

/** Who calls: people by their sessions, tasks by those they were given. */
export function callersOf(master: Master): Authenticate {
  return async (credentials) => {
    // The first that is present decides, even if a later one would be good (facts: contract, Authentication).
    if (credentials.userToken !== undefined) return authenticateUser(master, bearerToken(credentials.userToken), false);
    // A user's, or a task's own: its runner has no other way to say who it is.
    if (credentials.authorization !== undefined)
      return authenticateUser(master, bearerToken(credentials.authorization), false);
    if (credentials.cookie !== undefined) return authenticateUser(master, credentials.cookie, true);
    const caller = await authenticateUser(master, bearerToken(credentials.allocationToken ?? ''), false);
    if (!isTaskSession(caller.session)) throw unauthenticated('invalid credentials');
    return caller;
  };
}
