import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { ExperimentState } from '../tasks/tasks-messages-generated.ts';
import { TrialState } from './training-messages-generated.ts';

/** As much of a text as anybody types to find something by. */
const maxFindText = 200;

/** Of one kind of thing. `how`: in what way the text was found in it, the best first. */
const found = { id: z.number(), name: z.string(), how: z.enum(['id', 'name', 'start', 'word', 'part', 'about']) };

/** What bears the words of a text, of all that the caller may see: the best first, of equals the freshest. */
export const findRoute = /* @__PURE__ */ extRoute({
  name: 'find',
  method: 'GET',
  path: '/find',
  query: z.object({
    /**
     * Words, each of which has to stand in a name or label, in any order and in letters of either case; or one number, an id.
     * Where nothing has them, names that nearly do are found. Without any the freshest things.
     */
    text: z.optional(z.string().check(z.maxLength(maxFindText))),
  }),
  reply: z.object({
    /** At most 20. */
    results: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('workspace'), ...found }),
        z.object({ kind: z.literal('project'), ...found, workspace: z.string() }),
        z.object({ kind: z.literal('user'), ...found, username: z.string() }),
        z.object({
          kind: z.literal('experiment'),
          ...found,
          state: z.enum(ExperimentState),
          user: z.string(),
          project: z.string(),
        }),
        /** Runs have no names of their own: `name` is the experiment's. */
        z.object({
          kind: z.literal('trial'),
          ...found,
          state: z.enum(TrialState),
          user: z.string(),
          experimentId: z.number(),
        }),
      ]),
    ),
  }),
  needs: { checks: [{ kind: 'scope', on: 'experiment', by: 'results', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['workspace', 'project', 'experiment', 'trial', 'user'],
});
