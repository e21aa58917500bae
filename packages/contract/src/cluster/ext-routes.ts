import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';

/** Why parts of an experiment have not started. The compatible calls know only that they wait. */
export const getWaitingReasonsRoute = /* @__PURE__ */ extRoute({
  name: 'getWaitingReasons',
  method: 'GET',
  path: '/experiments/{experimentId}/waiting',
  params: z.object({ experimentId: z.coerce.number().check(z.int(), z.maximum(2 ** 31 - 1)) }),
  reply: z.object({
    reasons: z.array(
      z.object({
        /** null: a task of the experiment that is no trial. */
        trialId: z.nullable(z.number()),
        /** A sentence for people. */
        reason: z.string(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['job', 'allocation'],
});

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
