import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

const failure = z.object({
  trialId: z.number(),
  /** Whose log says it. */
  taskId: z.string(),
  /** When its last part ended. */
  at: z.nullable(z.string()),
  restarts: z.number(),
  /** Batches that it had reported. */
  batches: z.number(),
  /** Machines that its last part ran on. */
  nodes: z.array(z.string()),
  /** How its last part ended, in the words of who saw it. */
  exit: z.string(),
  /** The end of the last traceback, else the last error, among the latest lines of the log; null where there is none. */
  log: z.nullable(
    z.object({
      /** The line's number, from 0. */
      n: z.number(),
      text: z.string(),
      /** Where it was raised: the last lines of the traceback before it. */
      frames: z.array(z.string()),
    }),
  ),
  /** The same for failures that differ in numbers, paths and names of things alone. */
  signature: z.string(),
});

export type Failure = z.infer<typeof failure>;

/** Why trials of an experiment failed: the latest 200, the newest first. */
export const getFailuresRoute = /* @__PURE__ */ extRoute({
  name: 'getFailures',
  method: 'GET',
  path: '/experiments/{experimentId}/failures',
  params: z.object({ experimentId: z.coerce.number().check(z.int(), z.maximum(2 ** 31 - 1)) }),
  query: z.object({
    /** This one alone. */
    trialId: z.optional(z.coerce.number().check(z.int(), z.maximum(2 ** 31 - 1))),
    /** So many are enough. */
    limit: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  reply: z.object({
    /** Trials that failed, those that were not looked at too. */
    total: z.number(),
    failures: z.array(failure),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'params.experimentId' },
  reads: ['experiment', 'trial', 'allocation'],
});
