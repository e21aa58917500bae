import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';

/** Redeems the one-time link that the start prints: sets the session cookie. */
export const redeemSignInLinkRoute = /* @__PURE__ */ extRoute({
  name: 'redeemSignInLink',
  method: 'POST',
  path: '/sign-in-link',
  body: z.object({ secret: z.string() }),
  reply: z.object({ username: z.string() }),
  noAuth: true,
  needs: signedIn,
  changes: ['session'],
});

/** Trades the token of a hosting service, as it stands in the address it leads back to, for the session cookie. */
export const redeemExternalTokenRoute = /* @__PURE__ */ extRoute({
  name: 'redeemExternalToken',
  method: 'POST',
  path: '/external-session',
  body: z.object({ token: z.string().check(z.maxLength(8_192)) }),
  reply: z.object({ username: z.string() }),
  noAuth: true,
  needs: signedIn,
  changes: ['session'],
});
