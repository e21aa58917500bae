import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';

/** What the server itself suffers from, and what the console needs to know of it. It changes by itself: who shows it polls. */
export const getServerHealthRoute = /* @__PURE__ */ extRoute({
  name: 'getServerHealth',
  method: 'GET',
  path: '/server-health',
  reply: z.object({
    /** Nothing is stored until there is room on the disk again. */
    diskFull: z.boolean(),
    /** The name of the console's first script as it is served now, which changes with each build; '' where none is built. */
    consoleBuild: z.string(),
    /** Addresses outside; null where none is set. */
    links: z.object({ feedback: z.nullable(z.string()), genai: z.nullable(z.string()) }),
  }),
  needs: signedIn,
  reads: [],
});

/** What the console tells where telemetry is configured: who is signed in, and the kinds of pages he opens; never a name. */
export const postTelemetryRoute = /* @__PURE__ */ extRoute({
  name: 'postTelemetry',
  method: 'POST',
  path: '/telemetry',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('identify') }),
    /** The page's address with the names of its parameters in their place. */
    z.object({ type: z.literal('page'), page: z.string().check(z.maxLength(200)) }),
  ]),
  reply: z.object({
    /** False where it is not configured, or the server that it goes to did not take it. */
    taken: z.boolean(),
  }),
  needs: signedIn,
  reads: [],
});
