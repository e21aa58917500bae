import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

/**
 * Replaces an experiment's notes if they are still what was read; else it writes nothing and answers with what stands
 * there, `saved` false.
 */
export const saveExperimentNotesRoute = /* @__PURE__ */ extRoute({
  name: 'saveExperimentNotes',
  method: 'PUT',
  path: '/experiments/{experimentId}/notes',
  params: z.object({ experimentId: z.coerce.number().check(z.int()) }),
  body: z.object({ read: z.string(), notes: z.string() }),
  reply: z.object({ saved: z.boolean(), notes: z.string() }),
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  changes: ['experiment'],
});
