import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

const notes = z.array(z.object({ name: z.string(), contents: z.string() }));

/**
 * Replaces all pages of a project's notes if they are still what was read; else it writes nothing and answers with what
 * stands there, `saved` false.
 */
export const saveProjectNotesRoute = /* @__PURE__ */ extRoute({
  name: 'saveProjectNotes',
  method: 'PUT',
  path: '/projects/{projectId}/notes',
  params: z.object({ projectId: z.coerce.number().check(z.int()) }),
  body: z.object({ read: notes, notes }),
  reply: z.object({ saved: z.boolean(), notes }),
  needs: { permission: 'UPDATE_PROJECT', on: 'project', by: 'params.projectId' },
  changes: ['project'],
});
