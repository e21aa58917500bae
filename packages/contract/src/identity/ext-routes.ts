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
