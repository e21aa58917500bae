import { unauthenticated } from '@determined/contract/errors.ts';
import { admitExternalToken } from './identity/auth/external/external-session.ts';
import { authenticateUser, bearerToken } from './identity/sessions/shared/authenticate-user.ts';
import { type Caller, isTaskSession } from './platform/http/context.ts';
import type { Authenticate } from './platform/http/serve.ts';
import type { Master } from './platform/master.ts';

/** Who calls: people by their sessions, tasks by those they were given. */
export function callersOf(master: Master): Authenticate {
  return async (credentials) => {
    // The first that is present decides, even if a later one would be good (facts: contract, Authentication).
    if (credentials.userToken !== undefined) return byToken(master, bearerToken(credentials.userToken), false);
    // A user's, or a task's own: its runner has no other way to say who it is.
    if (credentials.authorization !== undefined) return byToken(master, bearerToken(credentials.authorization), false);
    if (credentials.cookie !== undefined) return byToken(master, credentials.cookie, true);
    const caller = await authenticateUser(master, bearerToken(credentials.allocationToken ?? ''), false);
    if (!isTaskSession(caller.session)) throw unauthenticated('invalid credentials');
    return caller;
  };
}

/** A hosting service's own token is as good as a session: from its first call on it is one. */
async function byToken(master: Master, token: string, byCookie: boolean): Promise<Caller> {
  await admitExternalToken(master, token);
  return authenticateUser(master, token, byCookie);
}
