import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { maxMentioned } from '../limits.ts';
import { TrialState } from './training-messages-generated.ts';

/** Ids with commas between. */
const ids = z.string().check(z.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxMentioned - 1}}$`)));

const mentionedRun = z.object({
  id: z.number(),
  experimentId: z.number(),
  state: z.enum(TrialState),
  /** Its searcher's. */
  metric: z.string(),
  /** Of its validations; null where none has a finite one. */
  best: z.nullable(z.number()),
});
export type MentionedRun = z.infer<typeof mentionedRun>;

/** How the runs stand that a text mentions as `#123`. What the caller may not see, or is gone, is left out. */
export const getMentionedRunsRoute = /* @__PURE__ */ extRoute({
  name: 'getMentionedRuns',
  method: 'GET',
  path: '/mentioned-runs',
  query: z.object({ ids }),
  reply: z.object({ runs: z.array(mentionedRun) }),
  needs: { checks: [{ kind: 'scope', on: 'run', by: 'runs', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['trial', 'experiment', 'metric'],
});
