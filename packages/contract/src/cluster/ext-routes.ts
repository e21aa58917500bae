import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

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
