import * as contract from '@determined/contract/identity/session-ext-routes.ts';
import { type Served, serveExt } from '#platform/http/serve.ts';
import { endUserSession, endUserSessions, listUserSessions } from './user-sessions.ts';

export const sessionsRoutes: Served[] = [
  serveExt(contract.getUserSessionsRoute, listUserSessions),
  serveExt(contract.endUserSessionRoute, endUserSession),
  serveExt(contract.endUserSessionsRoute, endUserSessions),
];
