import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';

/** What the server itself suffers from. It changes by itself: who shows it polls. */
export const getServerHealthRoute = /* @__PURE__ */ extRoute({
  name: 'getServerHealth',
  method: 'GET',
  path: '/server-health',
  reply: z.object({
    /** Nothing is stored until there is room on the disk again. */
    diskFull: z.boolean(),
  }),
  needs: signedIn,
  reads: [],
});
