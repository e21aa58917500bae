import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { signedIn } from '../route.ts';

/** The training jobs that come along: each is done in a minute or two on a laptop's processor. */
export const getExamplesRoute = /* @__PURE__ */ extRoute({
  name: 'getExamples',
  method: 'GET',
  path: '/examples',
  reply: z.object({
    examples: z.array(
      z.object({
        /** Stands in the address of its run: letters, digits, hyphens. */
        name: z.string(),
        title: z.string(),
        /** One or two sentences: what it trains and what there is to see. */
        description: z.string(),
        /** About how long it takes on two processor cores. */
        seconds: z.number(),
      }),
    ),
  }),
  needs: signedIn,
  reads: [],
});

/** Makes an experiment of an example, as the signed-in user, in the project that everybody has. */
// In the project that everybody has.
export const runExampleRoute = /* @__PURE__ */ extRoute({
  name: 'runExample',
  method: 'POST',
  path: '/examples/{name}/run',
  params: z.object({ name: z.string() }),
  reply: z.object({ experimentId: z.number() }),
  needs: {
    checks: [
      {
        kind: 'also',
        on: 'project',
        by: 'params.name',
        needs: ['CREATE_EXPERIMENT', 'UPDATE_EXPERIMENT'],
        asked: 'handler',
      },
    ],
  },
  changes: ['experiment', 'trial', 'job', 'project', 'workspace'],
});
