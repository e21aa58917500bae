import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

const session = z.object({
  id: z.number(),
  /** The one that this very call came by. */
  current: z.boolean(),
  startedAt: z.string(),
  expiresAt: z.string(),
  /** To within ten minutes; null before it was used. */
  lastUsedAt: z.nullable(z.string()),
  /** Where the sign-in came from, and the program, as it calls itself. */
  address: z.string(),
  client: z.string(),
  /** By a provider, not by password. */
  remote: z.boolean(),
});

const ofUser = { params: z.object({ userId: z.coerce.number().check(z.int()) }) };
const needs = { permission: 'ADMINISTRATE_USER', on: 'user', by: 'params.userId', withoutRbac: 'self' } as const;

/** The sign-ins of a user that are good now, the newest first: one's own, or as an administrator another's. */
export const getUserSessionsRoute = /* @__PURE__ */ extRoute({
  name: 'getUserSessions',
  method: 'GET',
  path: '/users/{userId}/sessions',
  ...ofUser,
  reply: z.object({ sessions: z.array(session) }),
  needs,
  reads: ['session'],
});

/** Ends one of them. */
export const endUserSessionRoute = /* @__PURE__ */ extRoute({
  name: 'endUserSession',
  method: 'DELETE',
  path: '/users/{userId}/sessions/{sessionId}',
  params: z.object({ ...ofUser.params.shape, sessionId: z.coerce.number().check(z.int()) }),
  reply: z.object({}),
  needs,
  changes: ['session'],
});

/** Ends all of them but the one that the call comes by. */
export const endUserSessionsRoute = /* @__PURE__ */ extRoute({
  name: 'endUserSessions',
  method: 'DELETE',
  path: '/users/{userId}/sessions',
  ...ofUser,
  reply: z.object({ ended: z.number() }),
  needs,
  changes: ['session'],
});

/** Where the browser goes after it has signed out: the provider's own sign-out, '' without one. Asked before. */
export const getSignOutAddressRoute = /* @__PURE__ */ extRoute({
  name: 'getSignOutAddress',
  method: 'GET',
  path: '/sign-out-address',
  reply: z.object({ address: z.string() }),
  needs: {},
  reads: ['session'],
});
